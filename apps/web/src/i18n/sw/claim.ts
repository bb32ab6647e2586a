/** The claim of a gift from its link to the wallet, and the reason for the sign-in. */
export const words = {
  'Sign in or create an account to add {amount} to your wallet':
    'Ingia au fungua akaunti ili uweke {amount} kwenye pochi yako',
  'The gift': 'Zawadi',
  'from {sender}': 'kutoka kwa {sender}',
  'Your number is verified.': 'Namba yako imethibitishwa.',
  'Enter the code from our SMS': 'Weka msimbo ulio kwenye SMS yetu',
  'We are sending it to the number this gift was sent to.': 'Tunautuma kwa namba iliyotumiwa zawadi hii.',
  'We sent it to {phone}, the number this gift was sent to.':
    'Tumeutuma kwa {phone}, namba iliyotumiwa zawadi hii.',
  'New code in {time}': 'Msimbo mpya baada ya {time}',
  'I have an account': 'Nina akaunti',
  'Not my number': 'Si namba yangu',
  'It is my number': 'Ni namba yangu',
  'Wrong or expired code. Use the code in our newest SMS.':
    'Msimbo si sahihi, au muda wake umeisha. Tumia ulio kwenye SMS yetu mpya.',
  'Please enter all six digits': 'Tafadhali weka tarakimu zote sita',
  'Not your account? Another person may have had this number before. <link>Create an account</link> and verify the number there.':
    'Si akaunti yako? Huenda namba hii ilikuwa ya mtu mwingine hapo awali. <link>Fungua akaunti</link> na uthibitishe namba huko.',
  'We send the code only to the number this gift was sent to. If the gift came by email too, use an account with that address. Otherwise ask {sender} to write to support. You can still spend the gift in shops.':
    'Tunatuma msimbo kwa namba iliyotumiwa zawadi hii tu. Kama zawadi ilikuja kwa barua pepe pia, tumia akaunti yenye anwani hiyo. La sivyo, mwombe {sender} aandikie huduma kwa wateja. Bado unaweza kuitumia madukani.',
  'For your receipts. We email you a link to confirm it.':
    'Kwa risiti zako. Tutakutumia kiungo cha kuithibitisha.',
  'Sign in with': 'Ingia kwa',
  'Fingerprint or face': 'Alama ya kidole au uso',
  'Nothing to remember': 'Hakuna cha kukumbuka',
  '8 characters or more': 'Herufi 8 au zaidi',
  'Add {amount} to my wallet': 'Weka {amount} kwenye pochi yangu',
  'We then add {amount} to your wallet.': 'Kisha tutaweka {amount} kwenye pochi yako.',
  'New here? <link>Continue with the code from our SMS</link>':
    'Mgeni hapa? <link>Endelea kwa msimbo ulio kwenye SMS yetu</link>',
  'Add this gift to your wallet': 'Weka zawadi hii kwenye pochi yako',
  'Signed in as {name}.': 'Umeingia kama {name}.',
  'Press the link in our email to {email}, then come back here.':
    'Bonyeza kiungo kwenye barua pepe tuliyotuma kwa {email}, kisha urudi hapa.',
  'It is verified, add the gift': 'Imethibitishwa, weka zawadi',
  'Send the email again': 'Tuma barua pepe tena',
  Karibu: 'Karibu',
  'Karibu, {name}': 'Karibu, {name}',
  '{sender}’s gift is in your wallet.': 'Zawadi ya {sender} iko kwenye pochi yako.',
  'Go to my wallet': 'Nenda kwenye pochi yangu',
  'The money in your wallet is safe.': 'Pesa zilizo kwenye pochi yako ziko salama.',
  'This gift cannot be added now': 'Zawadi hii haiwezi kuwekwa pochini sasa',
  'This gift cannot be added any more': 'Zawadi hii haiwezi kuwekwa pochini tena',
  'Back to the gift': 'Rudi kwenye zawadi',
  'Please choose how you sign in': 'Tafadhali chagua utakavyoingia',
} as const;
