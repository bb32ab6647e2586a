/** The page that freezes a wallet without a session. */
export const words = {
  'Freeze your wallet': 'Funga pochi yako',
  'No money leaves a frozen wallet. Gifts still come in, and payments that are on their way finish.':
    'Pesa hazitoki kwenye pochi iliyofungwa. Zawadi bado zinaingia, na malipo yaliyo njiani yanakamilishwa.',
  'We send a code by SMS to the number that you have verified with us. You do not need your password.':
    'Tunatuma msimbo kwa SMS kwenda nambari uliyothibitisha kwetu. Huhitaji nenosiri lako.',
  'Send me a code': 'Nitumie msimbo',
  'Enter the code we sent by SMS, if this number is verified with us. The link in the same SMS freezes it too.':
    'Andika msimbo tuliotuma kwa SMS, kama nambari hii imethibitishwa kwetu. Kiungo kwenye SMS hiyo pia huifunga.',
  'Use another number': 'Tumia nambari nyingine',
  'Lost the number too? Ask our support': 'Umepoteza nambari pia? Uliza huduma kwa wateja',
  'Press the button if you did not do what our message says. Your wallet is frozen: no money leaves it, and gifts still come in. Every device is signed out.':
    'Bonyeza kitufe kama hukufanya kile ujumbe wetu unasema. Pochi yako itafungwa: pesa hazitatoka, na zawadi bado zitaingia. Vifaa vyote vitaondolewa.',
  '<b>Your wallet is frozen.</b> No money leaves it, and every device is signed out.':
    '<b>Pochi yako imefungwa.</b> Pesa hazitoki, na vifaa vyote vimeondolewa.',
  'Set a new password if someone else may know yours. Then open the wallet again in your profile.':
    'Weka nenosiri jipya kama mtu mwingine anaweza kujua lako. Kisha fungua pochi tena kwenye wasifu wako.',
  'Failed to freeze your wallet. Please try again.':
    'Imeshindikana kufunga pochi yako. Tafadhali jaribu tena.',
} as const;
