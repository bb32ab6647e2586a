/** Letters to support, of consumers and shops. */
export const letters = {
  Subject: 'Mada',
  'Never tell us a password, a PIN or the code of a voucher.':
    'Kamwe usituambie nenosiri, PIN au msimbo wa vocha.',
  'Your message was not sent. Please try again.': 'Ujumbe wako haukutumwa. Tafadhali jaribu tena.',
  'Your text is still here.': 'Ulichoandika bado kiko hapa.',
  'Send message': 'Tuma ujumbe',
  'Your message was sent': 'Ujumbe wako umetumwa',
  'Your letters': 'Barua zako',
  '{name}, {time}, reference {reference}': '{name}, {time}, rejeleo {reference}',
  'Our answer, {time}': 'Jibu letu, {time}',
  'We answered by email.': 'Tulijibu kwa barua pepe.',
  'With us': 'Tunaishughulikia',
  Answered: 'Imejibiwa',
  'Report a problem': 'Ripoti tatizo',
  '{time}, reference {reference}': '{time}, rejeleo {reference}',
  'You see our answer here and under Your letters.': 'Utaona jibu letu hapa na chini ya Barua zako.',
  '<link>Help</link> answers common questions at once.':
    '<link>Msaada</link> unajibu maswali ya kawaida papo hapo.',
  'Is it about a payment or gift? Open it and press Report a problem there.':
    'Ni kuhusu malipo au zawadi? Ifungue na ubonyeze Ripoti tatizo hapo.',
  'Failed to load your letters': 'Barua zako hazikupatikana',
  'No letters yet': 'Bado hakuna barua',
  'We answer here, by SMS and by email.': 'Tunajibu hapa, kwa SMS na kwa barua pepe.',
  'Please use at most 120 characters': 'Tafadhali tumia herufi zisizozidi 120',
  'Please use at most 4000 characters': 'Tafadhali tumia herufi zisizozidi 4000',
} as const;
