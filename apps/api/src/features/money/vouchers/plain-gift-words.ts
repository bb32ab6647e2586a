import type { LanguageName } from '@zawadi/contract';

type Words = {
  headline: (recipient: string, sender: string) => string;
  for: string;
  from: (sender: string) => string;
  code: string;
  qr: string;
  show: string;
  spend: (day: string) => string;
  left: (amount: string, day: string) => string;
  state: Record<'REDEEMED' | 'CLAIMED' | 'EXPIRED' | 'VOIDED' | 'REFUNDED' | 'FROZEN', string>;
  money: string;
  noPayment: string;
  wallet: string;
  shops: string;
  moreShops: (count: number) => string;
  noShops: string;
  shopClosed: string;
  unknown: { title: string; sentence: string };
  notYet: { title: string; sentence: string };
  busy: { title: string; sentence: string };
  help: string;
};

/** Texts of a gift's page for browsers without scripts. */
export const plainGiftWords: Record<LanguageName, Words> = {
  en: {
    headline: (recipient, sender) => `${recipient}, ${sender} sent you a gift`,
    for: 'Zawadi for',
    from: (sender) => `from ${sender}`,
    code: 'Code',
    qr: 'QR code of this voucher',
    show: 'Show code',
    spend: (day) => `Show its code at the till. Spend all of it or part of it, until ${day}.`,
    left: (amount, day) => `${amount} is left. Show its code at the till until ${day}.`,
    state: {
      REDEEMED: 'This gift is used up. Nothing is left to spend.',
      CLAIMED: 'This gift was added to a wallet. Its code no longer works.',
      EXPIRED: 'This gift expired.',
      VOIDED: 'This gift is no longer valid. Its code no longer works.',
      REFUNDED: 'This gift was refunded to the buyer. Its code no longer works.',
      FROZEN: 'This gift cannot be used now. Its value is safe. Please ask Zawadi support why.',
    },
    money: 'This code is money. Show it only at the till, and never send it to anyone who calls you.',
    noPayment:
      'Are you selling something? A gift is not a payment until it is in your wallet. Until then its sender can give it to someone else.',
    wallet:
      'To add this gift to your wallet, switch on JavaScript in the settings of your browser and load this page again.',
    shops: 'Where to spend it',
    moreShops: (count) => `and ${count} more`,
    noShops: 'No shop takes gifts right now. The value of this gift is safe. Please look again later.',
    shopClosed:
      'This shop has closed. Add its value to your wallet by the day above; then it goes back to the shop.',
    unknown: {
      title: 'We do not know this voucher.',
      sentence: 'The link may be incomplete, or there is a newer one. Look for our newest SMS or email.',
    },
    notYet: {
      title: 'This gift is not open yet',
      sentence: 'It is paid for. It opens at the time its sender chose.',
    },
    busy: {
      title: 'Your gift is safe',
      sentence: 'We cannot show it now. Please try again in a few minutes.',
    },
    help: 'Help',
  },
  sw: {
    headline: (recipient, sender) => `${recipient}, ${sender} amekutumia zawadi`,
    for: 'Zawadi ya',
    from: (sender) => `kutoka kwa ${sender}`,
    code: 'Msimbo',
    qr: 'Msimbo wa QR wa vocha hii',
    show: 'Onyesha msimbo',
    spend: (day) => `Onyesha msimbo wake kwenye kaunta. Itumie yote au sehemu yake, hadi ${day}.`,
    left: (amount, day) => `${amount} zimebaki. Onyesha msimbo wake kwenye kaunta hadi ${day}.`,
    state: {
      REDEEMED: 'Zawadi hii imetumika yote. Hakuna kilichobaki.',
      CLAIMED: 'Zawadi hii iliongezwa kwenye pochi. Msimbo wake haufanyi kazi tena.',
      EXPIRED: 'Muda wa zawadi hii umeisha.',
      VOIDED: 'Zawadi hii haitumiki tena. Msimbo wake haufanyi kazi tena.',
      REFUNDED: 'Zawadi hii ilirejeshwa kwa mnunuzi. Msimbo wake haufanyi kazi tena.',
      FROZEN:
        'Zawadi hii haiwezi kutumika sasa. Thamani yake iko salama. Tafadhali uliza huduma kwa wateja ya Zawadi kwa nini.',
    },
    money: 'Msimbo huu ni pesa. Uonyeshe kwenye kaunta tu, na kamwe usimtumie mtu yeyote anayekupigia simu.',
    noPayment:
      'Unauza kitu? Zawadi si malipo hadi iwe kwenye pochi yako: kabla ya hapo mtumaji anaweza kumpa mtu mwingine.',
    wallet:
      'Ili kuweka zawadi hii pochini, washa JavaScript kwenye mipangilio ya kivinjari chako kisha ufungue ukurasa huu tena.',
    shops: 'Mahali pa kuitumia',
    moreShops: (count) => `na mengine ${count}`,
    noShops:
      'Hakuna duka linalopokea zawadi kwa sasa. Thamani ya zawadi hii iko salama. Tafadhali angalia tena baadaye.',
    shopClosed:
      'Duka hili limefungwa. Ongeza thamani yake kwenye pochi yako kabla ya siku iliyo juu kwisha; baadaye inarudi kwa duka.',
    unknown: {
      title: 'Hatuitambui vocha hii.',
      sentence: 'Huenda kiungo hakijakamilika, au kuna kipya zaidi. Tafuta SMS au barua pepe yetu mpya.',
    },
    notYet: {
      title: 'Zawadi hii bado haijafunguka',
      sentence: 'Imelipiwa. Itafunguka wakati aliochagua mtumaji.',
    },
    busy: {
      title: 'Zawadi yako iko salama',
      sentence: 'Hatuwezi kuionyesha sasa. Tafadhali jaribu tena baada ya dakika chache.',
    },
    help: 'Msaada',
  },
};
