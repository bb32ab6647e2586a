import type { HelpArticle } from './help-article.ts';

/** Help articles about the till and its cashiers. */
export const tillArticles: readonly HelpArticle[] = [
  {
    id: 'redeem',
    title: 'How do I redeem a voucher?',
    paragraphs: [
      '1. Open Redeem. Type the 16 symbols of the code or the 13 digits of its number, or scan the QR code.',
      '2. Check how much is left on the voucher, and who the recipient is.',
      '3. Take all of it, or type the part that the customer pays with it. The rest stays on the voucher.',
      '4. Wait for the green result before you hand over the goods. Print or share the receipt if the customer wants one.',
      'O and 0, and I, L and 1, may be mixed up in a code: we read them as the same.',
    ],
    alsoFoundBy: 'scan code qr camera pay till part balance kutumia vocha changanua kamera lipia',
  },
  {
    id: 'scanners-and-paper',
    title: 'Which scanners and printers work at the till?',
    paragraphs: [
      'Any hand scanner that reads QR codes and types like a keyboard, by cable or Bluetooth. Set it to end with Enter or Tab; extra characters before or after do no harm. You need not click anywhere first.',
      'Receipts print on rolls of 58 and 80 mm, on A5 and on A4. Choose the paper below the receipt once: this device remembers it.',
      'A receipt shows the address and phone number from Settings → Your shop. You can search for its number in Transactions.',
    ],
    alsoFoundBy:
      'printer print receipt roll 58 mm 80 mm a4 scanner barcode bluetooth chapisha karatasi printa kichanganuzi',
  },
  {
    id: 'places',
    title: 'Our shop has several branches. How do we set them up?',
    paragraphs: [
      'Add each branch under Settings → Your shop → Add place, with its own address, map link and opening hours. The gift page lists every place. Your business keeps one balance and one pay-out.',
      'Under Settings → Staff, choose the place of each cashier. Staff of all places choose on the till where it is: press Name this till on the Redeem page.',
      'Transactions and Reports can show one place. Each API key belongs to a place, too.',
    ],
    alsoFoundBy: 'branch branches several shops second shop chain till name tawi matawi kaunta jina',
  },
  {
    id: 'unknown-outcome',
    title: 'The network failed while I was redeeming. Was the voucher used?',
    paragraphs: [
      'Stay on the page. It keeps asking until it knows the result, and never takes the amount twice.',
      'If the page was closed, open Redeem again: it continues where it was. Today’s redemptions show what went through.',
      'Do not hand over goods for a voucher before you see the result.',
    ],
    alsoFoundBy:
      'offline internet connection twice double power we do not know mtandao umeme mara mbili kukatika',
  },
  {
    id: 'refused',
    title: 'Why is a voucher refused?',
    paragraphs: [
      'Used: nothing is left on it. Expired: its last day is over; the person who bought it can write to us. In wallet: the holder has added it to a Zawadi wallet.',
      'Unknown: the code has a typing mistake. Compare it symbol by symbol with the message on the customer’s phone, not with a photo.',
      'Another shop’s own vouchers work only in that shop.',
      'After many wrong codes the till has to wait for a while. This stops people who guess codes.',
    ],
    alsoFoundBy: 'expired invalid wrong code blocked not found declined wait kukataliwa muda umeisha kosa',
  },
  {
    id: 'reversal',
    title: 'How do I reverse a redemption?',
    paragraphs: [
      'The owner or a manager can reverse a whole redemption on the same day, until midnight.',
      '1. Take the goods back first.',
      '2. Open Transactions, press the redemption, then Reverse. Today’s redemptions below Redeem have it as well.',
      'The value goes back to the voucher. If the customer has added the rest to a wallet, it goes to that wallet. We then no longer owe you that amount.',
      'After midnight you cannot reverse it. Settle with the customer in another way, for example in cash.',
    ],
    alsoFoundBy:
      'refund reverse cancel undo mistake return wrong amount kurudisha rejesha ghairi kosa kubatilisha',
  },
  {
    id: 'day-close',
    title: 'How do I close my day?',
    paragraphs: [
      '1. At the till, press Close my day. You see your own redemptions since your last close, for each till.',
      '2. Count the cash of the bills that a voucher paid in part, and type it. The page shows the difference.',
      '3. Press Close my day, print the paper, and hand it over with the cash.',
      'The owner or a manager confirms it under Day closes, with a note if there is a difference.',
      'A closed day cannot change. If something in it is wrong, the owner writes it in the note.',
    ],
    alsoFoundBy:
      'shift end of day z report count cash drawer handover cashier kufunga siku hesabu taslimu zamu',
  },
  {
    id: 'fraud',
    title: 'What are fraud alerts, and what do I do?',
    paragraphs: [
      'We look for unusual things: many wrong codes, many redemptions within minutes, many vouchers sent to one phone, very large amounts, and redemptions outside your opening hours.',
      'An alert blocks nothing. Look at the redemption and ask the cashier. If all is well, press Acknowledge on the dashboard.',
      'If something is wrong: reverse the redemption on the same day, change passwords, disable the staff account, and write to us below.',
      'We never ask for a voucher’s code, your password or your M-PESA PIN. Anyone who does so in our name is a thief.',
    ],
    alsoFoundBy: 'thief stolen suspicious security guess opening hours scam wizi kuibiwa ulaghai usalama',
  },
];
