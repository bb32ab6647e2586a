/** The page that freezes a wallet without a session. */
export const words = {
  'Freeze your wallet': 'Funga pochi yako',
  'No money leaves a frozen wallet. Gifts still come in, and payments on their way are completed.':
    'Pesa hazitoki kwenye pochi iliyofungwa. Zawadi bado zinaingia, na malipo yaliyo njiani yanakamilishwa.',
  'We send a code by SMS to the number that you have verified with us. You do not need your password.':
    'Tunatuma msimbo kwa SMS kwenda namba uliyothibitisha kwetu. Huhitaji nenosiri lako.',
  'Send me a code': 'Nitumie msimbo',
  'If this number is verified with us, we sent it a code. Enter it here, or open the link in that SMS.':
    'Kama namba hii imethibitishwa kwetu, tumekutumia msimbo. Uandike hapa, au fungua kiungo kwenye SMS hiyo.',
  'Use another number': 'Tumia namba nyingine',
  'Lost the number too? Ask our support': 'Umepoteza namba pia? Uliza huduma kwa wateja',
  'Press the button if you did not do what our message says. We then freeze your wallet, so that no money leaves it, and sign out every device. Gifts still come in.':
    'Bonyeza kitufe kama hukufanya kile ujumbe wetu unasema. Kisha tutafunga pochi yako ili pesa zisitoke, na tutaondoa vifaa vyote. Zawadi bado zitaingia.',
  '<b>Your wallet is frozen.</b> No money leaves it, and every device is signed out.':
    '<b>Pochi yako imefungwa.</b> Pesa hazitoki, na vifaa vyote vimeondolewa.',
  'Set a new password if someone else may know yours. Then open the wallet again in your profile.':
    'Weka nenosiri jipya kama mtu mwingine anaweza kujua lako. Kisha fungua pochi tena kwenye wasifu wako.',
  'Failed to freeze your wallet. Please try again.':
    'Imeshindikana kufunga pochi yako. Tafadhali jaribu tena.',
} as const;
