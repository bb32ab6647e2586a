/** Received gifts, sent gifts, and their actions. */
export const giftLists = {
  'Gifts for you': 'Zawadi zako',
  'No gift is waiting for you': 'Hakuna zawadi inayokusubiri',
  'Gifts sent to your verified phone number or email appear here.':
    'Zawadi zilizotumwa kwa namba yako ya simu au barua pepe iliyothibitishwa huonekana hapa.',
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
  'We do not know whether the SMS arrived': 'Hatujui kama SMS imefika',
  'We do not know whether the SMS arrived. Ask {name}. If it did not arrive, press “Send again”: the code stays the same.':
    'Hatujui kama SMS imefika. Muulize {name}. Kama haijafika, bonyeza “Tuma tena”: msimbo haubadiliki.',
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
  'We send this person a new code. The code and link sent to {name} stop working, and we tell {name} by SMS.':
    'Tunamtumia mtu huyu msimbo mpya. Msimbo na kiungo alivyotumiwa {name} havitafanya kazi tena, na tutamjulisha {name} kwa SMS.',
  'You can correct the recipient until {time}, as long as the gift is unopened.':
    'Unaweza kurekebisha mpokeaji hadi {time}, mradi zawadi haijafunguliwa.',
  'Send to this person': 'Mtumie mtu huyu',
  'Recipient corrected': 'Mpokeaji amerekebishwa',

  'Change the day': 'Badilisha siku',
  'Send now': 'Tuma sasa',
  'Cancel the gift': 'Ghairi zawadi',
  'When should {name} get it?': '{name} aipate lini?',
  'Move to {day}': 'Hamishia {day}',
  'Keep {day}': 'Iache {day}',
  'Send it to {name} now?': 'Umtumie {name} sasa?',
  '{name} gets the SMS and the email right away. After that you cannot change the day or cancel the gift.':
    '{name} atapata SMS na barua pepe mara moja. Baada ya hapo huwezi kubadilisha siku wala kughairi zawadi.',
  'Cancel the gift to {name}?': 'Ughairi zawadi ya {name}?',
  'Keep the gift': 'Iache zawadi',
  'Cancelling...': 'Inaghairiwa...',
  'We send the whole {amount}, fee included, back to {phone} on M-PESA. {name} gets no message.':
    'Tutarudisha {amount} zote, pamoja na ada, kwa {phone} kwenye M-PESA. {name} hatapata ujumbe.',
  'We send the whole {amount}, fee included, back to the number that paid, on M-PESA. {name} gets no message.':
    'Tutarudisha {amount} zote, pamoja na ada, kwa namba iliyolipa kwenye M-PESA. {name} hatapata ujumbe.',
  'If M-PESA cannot do this, we put the money into your Zawadi wallet.':
    'M-PESA isipoweza, tutaweka pesa hizo kwenye pochi yako ya Zawadi.',
  'The gift is cancelled': 'Zawadi imeghairiwa',
  'The money goes back to you.': 'Pesa zinarudi kwako.',
  '{amount} is in your wallet.': '{amount} ziko kwenye pochi yako.',
  '{amount} went back to {phone} on M-PESA.': '{amount} zimerudi kwa {phone} kwenye M-PESA.',
  '{amount} is on its way back to {phone} on M-PESA. We will tell you when it arrives.':
    '{amount} zinarudi kwa {phone} kwenye M-PESA. Tutakuambia zikifika.',
  'the number that paid': 'namba iliyolipa',
  'Cancelled, the money is on its way': 'Imeghairiwa, pesa ziko njiani',
  'Money back': 'Pesa kurudi',
  'Tell {name}': 'Mwambie {name}',
  'Tell {name} about the gift': 'Mwambie {name} kuhusu zawadi',
  '{name}, I sent you a Zawadi gift. Look for the SMS from ZAWADI.':
    '{name}, nimekutumia zawadi ya Zawadi. Angalia SMS kutoka ZAWADI.',

  'Not now': 'Si sasa',
  'Give again to': 'Mpe tena',
  'Saved numbers': 'Namba zilizohifadhiwa',
  'When it arrives': 'Itakapofika',
  'Right after you pay': 'Mara tu unapolipa',
  'On a chosen day': 'Siku unayochagua',
  Day: 'Siku',
  Hour: 'Saa',
  'Show the amount in shared links': 'Onyesha kiasi kwenye viungo',
  'Choose a day': 'Chagua siku',
  'Please choose a day': 'Tafadhali chagua siku',
  'Time in Nairobi': 'Saa za Nairobi',
  'Scheduled for {time}': 'Imepangwa {time}',
  '{name} gets the voucher by SMS.': '{name} atapata vocha kwa SMS.',
  '{amount} is paid. {name} gets the voucher by SMS.': '{amount} zimelipwa. {name} atapata vocha kwa SMS.',
  'We sent the voucher by SMS to {phone}.': 'Tumetuma vocha kwa SMS kwa {phone}.',
  'She has no email: send the copy to me': 'Hana barua pepe: nitumie nakala mimi',
  'Your email': 'Barua pepe yako',
  '{name} gets the voucher by SMS and email.': '{name} atapata vocha kwa SMS na barua pepe.',

  'Say thanks': 'Toa shukrani',
  'Thank {name}': 'Mshukuru {name}',
  'Your words': 'Maneno yako',
  'We send them by SMS and email. You can do this once.':
    'Tunayatuma kwa SMS na barua pepe. Unaweza kufanya hivi mara moja.',
  'Please write a few words': 'Tafadhali andika maneno machache',
  'Send thanks': 'Tuma shukrani',
  'Your thanks are on their way': 'Shukrani zako ziko njiani',

  'M-PESA cannot pay out an amount as small as {amount}.':
    'M-PESA haiwezi kulipa kiasi kidogo kama {amount}.',
  'Give up balance': 'Achilia salio',
  'Give up {amount}?': 'Uachilie {amount}?',
  'Keep it': 'Ibakishe',
  'Giving up...': 'Inaachiliwa...',
  'Your wallet will be empty, and you can close your account. You cannot undo this. Or keep the money: with your next gift it may pass {minimum}.':
    'Pochi yako itakuwa tupu, na utaweza kufunga akaunti yako. Hili haliwezi kutenduliwa. Au bakisha pesa hizi: zawadi yako ijayo inaweza kuzifikisha {minimum}.',
} as const;
