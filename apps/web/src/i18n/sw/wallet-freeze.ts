/** The wallet’s freeze in the profile and the wallet. */
export const walletFreeze = {
  'Stops money from leaving, when something looks wrong': 'Huzuia pesa kutoka, kitu kikionekana si sawa',
  'Freeze your wallet?': 'Ufunge pochi yako?',
  'Your wallet is frozen': 'Pochi yako imefungwa',
  'No money leaves your wallet, on any device.': 'Pesa hazitatoka kwenye pochi yako, kwa kifaa chochote.',
  'Gifts to you still come in, and payments on their way are completed.':
    'Zawadi zako bado zitaingia, na malipo yaliyo njiani yatakamilishwa.',
  'You open it again with your password and a code to your second contact, or 24 hours after you ask.':
    'Utaifungua tena kwa nenosiri lako na msimbo kwa mawasiliano yako ya pili, au saa 24 baada ya kuomba.',
  'No money leaves it. Gifts still come in.': 'Pesa hazitoki. Zawadi bado zinaingia.',
  'No money leaves it. It opens {time}.': 'Pesa hazitoki. Itafunguka {time}.',
  'Our support is replacing your contacts, and no money leaves it. Not you? Press the link in our SMS or email.':
    'Huduma kwa wateja inabadilisha mawasiliano yako, na pesa hazitoki. Si wewe? Bonyeza kiungo kwenye SMS au barua pepe yetu.',
  'Open in 24 hours': 'Fungua baada ya saa 24',
  'Keep it frozen': 'Iache imefungwa',
  'Your wallet stays frozen': 'Pochi yako inabaki imefungwa',
  'Open your wallet?': 'Ufungue pochi yako?',
  'Open wallet': 'Fungua pochi',
  'Opening...': 'Inafunguliwa...',
  'Your wallet is open': 'Pochi yako iko wazi',
  'We have sent a code to {contact}.': 'Tumetuma msimbo kwa {contact}.',
  'Open your wallet in 24 hours?': 'Ufungue pochi yako baada ya saa 24?',
  'We notify all your contacts and devices, with a link to stop it.':
    'Tutajulisha mawasiliano na vifaa vyako vyote, pamoja na kiungo cha kuzuia.',
  'Your wallet opens in 24 hours': 'Pochi yako itafunguka baada ya saa 24',
} as const;
