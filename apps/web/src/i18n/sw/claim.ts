/** The claim of a gift from its link to the wallet, and the reason for the sign-in. */
export const words = {
  'Sign in or create an account to add {amount} to your wallet':
    'Ingia au fungua akaunti ili uweke {amount} kwenye pochi yako',
  'The gift': 'Zawadi',
  'Your number': 'Nambari yako',
  'from {sender}': 'kutoka kwa {sender}',
  'Enter the code from our SMS': 'Weka msimbo ulio kwenye SMS yetu',
  'We are sending it to the number of this gift.': 'Tunautuma kwa nambari iliyotumiwa zawadi hii.',
  'We sent it to {phone}, the number of this gift.': 'Tumeutuma kwa {phone}, nambari iliyotumiwa zawadi hii.',
  'New code in {time}': 'Msimbo mpya baada ya {time}',
  'I have an account': 'Nina akaunti',
  'Not my number': 'Si nambari yangu',
  'It is my number': 'Ni nambari yangu',
  'This code is not right, or too old. Look at our latest SMS.':
    'Msimbo huu si sahihi, au umepitwa na muda. Angalia SMS yetu ya mwisho.',
  'Please enter all six digits': 'Tafadhali weka tarakimu zote sita',
  'Not your account? The number may have been someone else’s before. <link>Create an account</link> and verify the number there.':
    'Si akaunti yako? Huenda nambari hii ilikuwa ya mtu mwingine hapo awali. <link>Fungua akaunti</link> na uthibitishe nambari huko.',
  'The code goes only to the number this gift was sent to. If it came by email too, use an account with that address. Otherwise ask {sender} to write to support. In shops you can spend it all the same.':
    'Msimbo unatumwa kwa nambari iliyotumiwa zawadi hii tu. Kama ilikuja kwa barua pepe pia, tumia akaunti yenye anwani hiyo. La sivyo, mwombe {sender} aandikie huduma kwa wateja. Madukani bado unaweza kuitumia.',
  'For your receipts. We mail you a link that confirms it.':
    'Kwa risiti zako. Tutakutumia kiungo cha kuithibitisha.',
  'Sign in with': 'Ingia kwa',
  'Fingerprint or face': 'Alama ya kidole au uso',
  'Nothing to remember': 'Hakuna cha kukumbuka',
  '8 characters or more': 'Herufi 8 au zaidi',
  'Add {amount} to my wallet': 'Weka {amount} kwenye pochi yangu',
  'Then {amount} is added to your wallet.': 'Kisha {amount} itawekwa kwenye pochi yako.',
  'New here? <link>Go on with the code from our SMS</link>':
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
  'What is in your wallet is safe.': 'Kilicho kwenye pochi yako kiko salama.',
  'This gift cannot be added now': 'Zawadi hii haiwezi kuwekwa pochini sasa',
  'This gift cannot be added any more': 'Zawadi hii haiwezi kuwekwa pochini tena',
  'Back to the gift': 'Rudi kwenye zawadi',
  'Please choose how you sign in': 'Tafadhali chagua utakavyoingia',
} as const;
