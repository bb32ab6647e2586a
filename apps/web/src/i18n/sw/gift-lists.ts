/** Gifts that came, gifts that were sent, and what one can do with them. */
export const giftLists = {
  'Gifts for you': 'Zawadi zako',
  'No gift is waiting for you': 'Hakuna zawadi inayokusubiri',
  'Gifts sent to your verified phone number or email show here.':
    'Zawadi zilizotumwa kwa nambari yako ya simu au barua pepe iliyothibitishwa huonekana hapa.',
  'From {name}': 'Kutoka kwa {name}',
  'Hide code': 'Ficha msimbo',
  '<b>{amount} is in your wallet.</b> Your balance is {balance}.':
    '<b>{amount} zipo kwenye pochi yako.</b> Salio lako ni {balance}.',

  'Gifts I sent': 'Zawadi nilizotuma',
  'Your gifts are safe. We could not reach the server.':
    'Zawadi zako ziko salama. Hatukuweza kuifikia seva yetu.',
  'No gift sent yet': 'Bado hujatuma zawadi',
  Scheduled: 'Imepangwa',
  'Said thanks {time}': 'Alishukuru {time}',
  'Added to a wallet {time}': 'Iliongezwa kwenye pochi {time}',
  'Opened {time}': 'Ilifunguliwa {time}',
  'Sent {time}': 'Ilitumwa {time}',
  'Arrives {time}': 'Itafika {time}',
  'Gift for {name}': 'Zawadi ya {name}',
  Sent: 'Ilitumwa',
  Arrives: 'Itafika',
  Opened: 'Ilifunguliwa',
  'Added to a wallet': 'Iliongezwa kwenye pochi',
  'Valid until': 'Inatumika hadi',
  'Send again': 'Tuma tena',
  'Send again in {time}': 'Tuma tena baada ya {time}',
  'Gift sent again': 'Zawadi imetumwa tena',
  'Correct recipient': 'Rekebisha mpokeaji',
  'Who is this gift for?': 'Zawadi hii ni ya nani?',
  'We send a new code to this person. The code and link of {name} stop working.':
    'Tunamtumia mtu huyu msimbo mpya. Msimbo na kiungo cha {name} havitafanya kazi tena.',
  'Send to this person': 'Mtumie mtu huyu',
  'Recipient corrected': 'Mpokeaji amerekebishwa',

  'Not now': 'Si sasa',
  'Give again to': 'Mpe tena',
  'Saved numbers': 'Nambari zilizohifadhiwa',
  'When it arrives': 'Itakapofika',
  'As soon as it is paid': 'Mara tu inapolipiwa',
  'On a chosen day': 'Siku unayochagua',
  Day: 'Siku',
  Hour: 'Saa',
  'Time in Nairobi': 'Saa za Nairobi',
  'It is waiting for its day': 'Inasubiri siku yake',
  '{name} gets the voucher by SMS and email on {time}.': '{name} atapata vocha kwa SMS na barua pepe {time}.',

  'Say thanks': 'Toa shukrani',
  'Thank {name}': 'Mshukuru {name}',
  'Your words': 'Maneno yako',
  'We send them by SMS and email. You can do this once.':
    'Tunayatuma kwa SMS na barua pepe. Unaweza kufanya hivi mara moja.',
  'Please write a few words': 'Tafadhali andika maneno machache',
  'Send thanks': 'Tuma shukrani',
  'Your thanks are on their way': 'Shukrani zako ziko njiani',

  '{amount} is less than M-PESA can pay out.': '{amount} ni chini ya kiasi ambacho M-PESA inaweza kulipa.',
  'Give it up': 'Iachilie',
  'Give up {amount}?': 'Uachilie {amount}?',
  'Keep it': 'Ibakishe',
  'Giving up...': 'Inaachiliwa...',
  'Your wallet will be empty, so that you can close your account. This cannot be undone. You can also keep the money: more gifts bring it above {minimum}.':
    'Pochi yako itakuwa tupu, ili uweze kufunga akaunti yako. Hili haliwezi kutenduliwa. Unaweza pia kubakisha pesa hizi: zawadi zaidi zitazifikisha juu ya {minimum}.',
} as const;
