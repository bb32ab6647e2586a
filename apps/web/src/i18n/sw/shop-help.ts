/** The shops' help articles, and their search. */
export const words = {
  Help: 'Msaada wa haraka',
  'Search help': 'Tafuta msaada',
  'Refund, settlement, webhook': 'Kurudisha pesa, malipo, webhook',
  '{count} answers': 'Majibu {count}',
  'No answer found': 'Hakuna jibu lililopatikana',
  'Show all answers': 'Onyesha majibu yote',
  'Try one word, or write to us.': 'Jaribu neno moja, au tuandikie.',
  'For your own till or web shop there are <link>pages for developers</link>.':
    'Kwa kaunta yako au duka lako la mtandaoni kuna <link>kurasa za wasanidi programu</link>.',

  'How do I redeem a voucher?': 'Natumiaje vocha ya mteja?',
  '1. Open Redeem. Type the 16 symbols of the code or the 13 digits of its number, or scan the QR code.':
    '1. Fungua Tumia Vocha. Andika herufi 16 za msimbo au tarakimu 13 za namba yake, au changanua msimbo wa QR.',
  '2. Check how much is left on the voucher, and who the recipient is.':
    '2. Angalia kilichobaki kwenye vocha na ni ya nani.',
  '3. Take all of it, or type the part that the customer pays with it. The rest stays on the voucher.':
    '3. Chukua yote, au andika sehemu ambayo mteja analipia kwa vocha. Kinachobaki kinakaa kwenye vocha.',
  '4. Wait for the green result before you hand over the goods. Print or share the receipt if the customer wants one.':
    '4. Subiri jibu la kijani kabla ya kumpa mteja bidhaa. Chapisha au shiriki risiti mteja akiitaka.',
  'O and 0, and I, L and 1, may be mixed up in a code: we read them as the same.':
    'O na 0, na I, L na 1, zinaweza kuchanganywa kwenye msimbo: tunazisoma kama herufi moja.',
  'Which scanners and printers work at the till?': 'Ni skana na printa gani zinazofanya kazi kwenye kaunta?',
  'Any hand scanner that reads QR codes and types like a keyboard, by cable or Bluetooth. Set it to end with Enter or Tab; extra characters before or after do no harm. You need not click anywhere first.':
    'Skana yoyote ya mkono inayosoma misimbo ya QR na kuandika kama kibodi, kwa waya au Bluetooth. Iweke imalizie kwa Enter au Tab; herufi za ziada mwanzoni au mwishoni hazina neno. Si lazima ubofye popote kwanza.',
  'Receipts print on rolls of 58 and 80 mm, on A5 and on A4. Choose the paper below the receipt once: this device remembers it.':
    'Risiti huchapishwa kwenye karatasi za mm 58 na mm 80, A5 na A4. Chagua karatasi chini ya risiti mara moja: kifaa hiki kitaikumbuka.',
  'A receipt shows the address and phone number from Settings → Your shop. You can search for its number in Transactions.':
    'Risiti huonyesha anwani na namba ya simu kutoka Mipangilio → Duka lako. Unaweza kutafuta namba ya risiti kwenye Miamala.',
  'Our shop has several branches. How do we set them up?': 'Duka letu lina matawi kadhaa. Tunayaweka vipi?',
  'Add each branch under Settings → Your shop → Add place, with its own address, map link and opening hours. The gift page lists every place. Your business keeps one balance and one pay-out.':
    'Ongeza kila tawi kwenye Mipangilio → Duka lako → Ongeza tawi, likiwa na anwani, kiungo cha ramani na saa zake za kufungua. Ukurasa wa zawadi unaonyesha matawi yote. Biashara yako inabaki na salio moja na malipo ya pamoja.',
  'Under Settings → Staff, choose the place of each cashier. Staff of all places choose on the till where it is: press Name this till on the Redeem page.':
    'Kwenye Mipangilio → Wafanyakazi, chagua tawi la kila keshia. Wafanyakazi wa matawi yote huchagua kwenye kaunta iko wapi: bonyeza Ipe kaunta hii jina kwenye ukurasa wa Tumia Vocha.',
  'Transactions and Reports can show one place. Each API key belongs to a place, too.':
    'Miamala na Ripoti zinaweza kuonyesha tawi moja. Kila ufunguo wa API ni wa tawi pia.',
  'The network failed while I was redeeming. Was the voucher used?':
    'Mtandao ulikatika nikitumia vocha ya mteja. Je, vocha ilitumika?',
  'Stay on the page. It keeps asking until it knows the result, and never takes the amount twice.':
    'Baki kwenye ukurasa. Unaendelea kuuliza hadi ujue matokeo, na hauchukui kiasi hicho mara mbili kamwe.',
  'If the page was closed, open Redeem again: it continues where it was. Today’s redemptions show what went through.':
    'Kama ukurasa ulifungwa, fungua Tumia Vocha tena: utaendelea ulipoishia. Matumizi ya leo yanaonyesha kilichofaulu.',
  'Do not hand over goods for a voucher before you see the result.':
    'Usimpe mteja bidhaa kwa vocha kabla ya kuona jibu.',
  'Why is a voucher refused?': 'Kwa nini vocha inakataliwa?',
  'Used: nothing is left on it. Expired: its last day is over; the person who bought it can write to us. In wallet: the holder has added it to a Zawadi wallet.':
    'Imetumika: hakuna kilichobaki. Muda umeisha: siku yake ya mwisho imepita; aliyeinunua anaweza kutuandikia. Iko pochini: mwenye vocha ameiweka kwenye pochi ya Zawadi.',
  'Unknown: the code has a typing mistake. Compare it symbol by symbol with the message on the customer’s phone, not with a photo.':
    'Haijulikani: msimbo una kosa la kuandika. Ulinganishe herufi kwa herufi na ujumbe ulio kwenye simu ya mteja, si na picha.',
  'Another shop’s own vouchers work only in that shop.':
    'Vocha ambazo duka jingine limejitengenezea hutumika huko tu.',
  'After many wrong codes the till has to wait for a while. This stops people who guess codes.':
    'Baada ya misimbo mingi yenye makosa, kaunta hulazimika kusubiri kidogo. Hii huzuia wanaokisia misimbo.',
  'How do I close my day?': 'Nafungaje siku yangu?',
  '1. At the till, press Close my day. You see your own redemptions since your last close, for each till.':
    '1. Kwenye kaunta, bonyeza Funga siku yangu. Utaona vocha ulizopokea wewe tangu ulipofunga mara ya mwisho, kwa kila kaunta.',
  '2. Count the cash of the bills that a voucher paid in part, and type it. The page shows the difference.':
    '2. Hesabu taslimu ya bili zilizolipwa kwa sehemu na vocha, kisha iandike. Ukurasa utaonyesha tofauti.',
  '3. Press Close my day, print the paper, and hand it over with the cash.':
    '3. Bonyeza Funga siku yangu, chapisha karatasi, na uikabidhi pamoja na taslimu.',
  'The owner or a manager confirms it under Day closes, with a note if there is a difference.':
    'Mmiliki au meneja ataithibitisha kwenye Kufunga siku, na kuandika maelezo kama kuna tofauti.',
  'A closed day cannot change. If something in it is wrong, the owner writes it in the note.':
    'Siku iliyofungwa haibadiliki. Kama kuna kosa ndani yake, mmiliki huliandika kwenye maelezo.',
  'How do I reverse a redemption?': 'Nabatilishaje matumizi ya vocha?',
  'The owner or a manager can reverse a whole redemption on the same day, until midnight.':
    'Mmiliki au meneja anaweza kubatilisha matumizi yote siku ileile, hadi saa sita usiku.',
  '1. Take the goods back first.': '1. Chukua bidhaa kwanza.',
  '2. Open Transactions, press the redemption, then Reverse. Today’s redemptions below Redeem have it as well.':
    '2. Fungua Miamala, bonyeza matumizi hayo, kisha Batilisha. Matumizi ya leo chini ya Tumia Vocha yana kitufe hicho pia.',
  'The value goes back to the voucher. If the customer has added the rest to a wallet, it goes to that wallet. We then no longer owe you that amount.':
    'Thamani hurudi kwenye vocha. Kama mteja ameongeza kilichobaki kwenye pochi, huenda kwenye pochi hiyo. Hutudai tena kiasi hicho.',
  'After midnight you cannot reverse it. Settle with the customer in another way, for example in cash.':
    'Baada ya saa sita usiku huwezi kubatilisha. Malizana na mteja kwa njia nyingine, kwa mfano kwa pesa taslimu.',
  'What are fraud alerts, and what do I do?': 'Tahadhari za ulaghai ni nini, nami nifanye nini?',
  'We look for unusual things: many wrong codes, many redemptions within minutes, many vouchers sent to one phone, very large amounts, and redemptions outside your opening hours.':
    'Tunatafuta yasiyo ya kawaida: misimbo mingi yenye makosa, matumizi mengi ndani ya dakika chache, vocha nyingi zilizotumwa kwa simu moja, viasi vikubwa sana, na matumizi nje ya saa zako za kufungua.',
  'An alert blocks nothing. Look at the redemption and ask the cashier. If all is well, press Acknowledge on the dashboard.':
    'Tahadhari haizuii chochote. Angalia matumizi hayo na umuulize keshia. Kama yote ni sawa, bonyeza Nimeiona kwenye dashibodi.',
  'If something is wrong: reverse the redemption on the same day, change passwords, disable the staff account, and write to us below.':
    'Kama kuna kosa: batilisha matumizi hayo siku ileile, badilisha manenosiri, zima akaunti ya mfanyakazi, na utuandikie hapa chini.',
  'We never ask for a voucher’s code, your password or your M-PESA PIN. Anyone who does so in our name is a thief.':
    'Hatuulizi kamwe msimbo wa vocha, nenosiri lako au PIN yako ya M-PESA. Anayeuliza kwa jina letu ni mwizi.',
  'When do I get my money?': 'Nitapata pesa zangu lini?',
  'A settlement takes everything that you redeemed up to the midnight before it. It is made daily or weekly at the hour you chose in Settings; Settlements shows when the next one is due.':
    'Malipo huchukua vocha zote zilizotumika kwako hadi saa sita usiku iliyotangulia. Hufanyika kila siku au kila wiki kwa saa uliyochagua kwenye Mipangilio; Malipo huonyesha yajayo ni lini.',
  'The fee is 1 % of the amount, rounded down to a whole shilling. There are no other fees on your side.':
    'Ada ni 1 % ya kiasi, ikipunguzwa hadi shilingi kamili. Hakuna ada nyingine kwa upande wako.',
  'A batch holds at most KES 250,000; if you are owed more, there are several. Less than KES 10 after the fee is carried over to the next one.':
    'Fungu halizidi KES 250,000; ukitudai zaidi, mafungu huwa kadhaa. Kiasi kilicho chini ya KES 10 baada ya ada husubiri fungu linalofuata.',
  'M-PESA usually pays within minutes. A bank can take until the next working day.':
    'Kwa kawaida M-PESA hulipa ndani ya dakika chache. Benki inaweza kuchukua hadi siku inayofuata ya kazi.',
  'Why is a settlement pending again?': 'Kwa nini malipo yanasubiri tena?',
  'The pay-out failed, and the money stays in its batch. Open the batch to see what happened.':
    'Malipo hayakufaulu, na pesa zinabaki kwenye fungu lake. Fungua fungu hilo uone kilichotokea.',
  'If the number, till or account is wrong, the owner corrects it in Settings → Pay-out channel. We then try again.':
    'Kama namba, till au akaunti ina kosa, mmiliki anairekebisha kwenye Mipangilio → Njia ya malipo. Kisha tunajaribu tena.',
  'If it was our side or M-PESA’s, you need not do anything. Nothing is lost and nothing is paid twice.':
    'Kama kosa lilikuwa letu au la M-PESA, huhitaji kufanya lolote. Hakuna kinachopotea na hakuna kinacholipwa mara mbili.',
  'How do I change where I am paid?': 'Nabadilishaje ninapolipwa?',
  'Only the owner can, in Settings → Pay-out channel. Enter your password again to confirm.':
    'Mmiliki pekee anaweza, kwenye Mipangilio → Njia ya malipo. Andika nenosiri tena ili kuthibitisha.',
  'A change takes effect after 24 hours, and we write to the contact about it. If you did not change it, you have a day to stop it: change your password, set the channel again and write to us.':
    'Badiliko huanza baada ya saa 24, nasi tunamwandikia mtu wa mawasiliano kulihusu. Kama si wewe uliyebadilisha, una siku moja ya kulizuia: badilisha nenosiri lako, weka njia ya malipo tena na utuandikie.',
  'What may cashiers, managers and owners do?': 'Keshia, meneja na mmiliki wanaweza kufanya nini?',
  'Cashiers redeem, and see their own redemptions of today. Managers see everything and may reverse, but cannot change staff, the pay-out channel or the API secret. A manager of one place sees and reverses only what happened there. Owners may do everything.':
    'Keshia hutumia vocha za wateja, na huona alizohudumia leo. Meneja huona yote na anaweza kubatilisha, lakini habadilishi wafanyakazi, njia ya malipo wala siri ya API. Meneja wa tawi moja huona na kubatilisha yaliyofanyika hapo pekee. Mmiliki anaweza kufanya yote.',
  'Give every staff member their own account in Settings → Staff. They sign in with your merchant code, a dot and their name: DUKA001.juma. Disable an account on the day its owner leaves.':
    'Mpe kila mfanyakazi akaunti yake kwenye Mipangilio → Wafanyakazi. Huingia kwa msimbo wako wa mfanyabiashara, nukta na jina lao: DUKA001.juma. Zima akaunti siku mwenyewe anapoondoka.',
  'My account is pending or suspended': 'Akaunti yangu inasubiri au imesimamishwa',
  'A new merchant can sign in and set everything up while we approve it, and redeem from then on.':
    'Mfanyabiashara mpya anaweza kuingia na kuandaa yote tunapoidhinisha, na kutumia vocha za wateja baada ya hapo.',
  'A suspended merchant cannot redeem, and batches wait. Your balance stays yours, and we pay it when the suspension ends. Write to us below and tell us how to reach you.':
    'Mfanyabiashara aliyesimamishwa hawezi kutumia vocha, na mafungu yanasubiri. Salio lako linabaki lako na hulipwa usimamishaji unapoisha. Tuandikie hapa chini na utuambie jinsi ya kukufikia.',
  'How does my own till or web shop connect?': 'Kaunta yangu au duka langu la mtandaoni huunganishwaje?',
  'API Access has your key, the address and examples that can be copied. The key is the user name, the secret is the password.':
    'Ufikiaji wa API una ufunguo wako, anwani na mifano ya kunakili. Ufunguo ni jina la mtumiaji, siri ni nenosiri.',
  'We show the secret for 30 seconds after Regenerate secret, and never again. The old one stops at once, so put the new one into your system straight away.':
    'Tunaonyesha siri kwa sekunde 30 baada ya Tengeneza siri upya, na kamwe tena. Ya zamani inaacha kufanya kazi mara moja, kwa hiyo weka mpya kwenye mfumo wako papo hapo.',
  'Keep the secret on your server, never in a web page, an app or a chat.':
    'Weka siri kwenye seva yako, kamwe si kwenye ukurasa wa wavuti, programu au gumzo.',
  'If you switch on IP Whitelist, calls from any other address are refused. Add your own address first.':
    'Ukiwasha Orodha ya IP, miito kutoka anwani nyingine yoyote hukataliwa. Ongeza anwani yako mwenyewe kwanza.',
  'Why does my system receive no webhooks?': 'Kwa nini mfumo wangu haupokei webhook?',
  '1. API Access → Webhooks: press Test. It shows what your address answered.':
    '1. Ufikiaji wa API → Webhook: bonyeza Jaribu. Inaonyesha anwani yako ilijibu nini.',
  '2. The address must be public and begin with https, and answer with 2xx within seconds. Do the work after you have answered.':
    '2. Anwani lazima iwe ya umma na ianze na https, na ijibu 2xx ndani ya sekunde chache. Fanya kazi yenyewe baada ya kujibu.',
  '3. Check the signature with the signing secret. After you change the secret, give your system the new one.':
    '3. Thibitisha sahihi kwa siri ya kusaini. Ukibadilisha siri, upe mfumo wako siri mpya.',
  'We retry undelivered events for about three days. The delivery log shows every try. Press Send again to send one now.':
    'Tunajaribu tena matukio ambayo hayajafika kwa takriban siku tatu. Kumbukumbu za utumaji huonyesha kila jaribio. Bonyeza Tuma tena ili kutuma moja sasa hivi.',
  'The same event can arrive twice. Store its id, and skip an event that you already have.':
    'Tukio moja linaweza kuja mara mbili. Hifadhi id yake, na uruke tukio ulilo nalo tayari.',
} as const;
