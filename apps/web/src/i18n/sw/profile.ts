/** The profile. */
export const profile = {
  'Verify your phone': 'Thibitisha simu yako',
  'We send a code of six digits by SMS to {phone}. It is valid for 10 minutes.':
    'Tunatuma msimbo wa tarakimu sita kwa SMS kwenda {phone}. Unatumika kwa dakika 10.',
  Verify: 'Thibitisha',
  'Send Again': 'Tuma Tena',
  'Send Code': 'Tuma Msimbo',
  'Code sent to your phone': 'Msimbo umetumwa kwa simu yako',
  'Phone verified': 'Simu imethibitishwa',
  'We sent a link to {email}. Opening it verifies your address.':
    'Tumetuma kiungo kwa {email}. Kukifungua kunathibitisha anwani yako.',
  'Resend Email': 'Tuma Barua Pepe Tena',
  'Verification email sent': 'Barua pepe ya uthibitisho imetumwa',
  'Open the link in it on any device': 'Fungua kiungo kilichomo kwa kifaa chochote',
  Appearance: 'Mwonekano',
  Light: 'Mwangaza',
  Dark: 'Giza',
  'As the device': 'Kama kifaa',
} as const;
