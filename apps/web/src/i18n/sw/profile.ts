/** The profile. */
export const profile = {
  'Verify your phone': 'Thibitisha simu yako',
  'We send a 6-digit code by SMS to {phone}. It is valid for 10 minutes.':
    'Tunatuma msimbo wa tarakimu 6 kwa SMS kwenda {phone}. Unatumika kwa dakika 10.',
  'Your account has no phone number yet. Add yours with Edit Profile, then verify it here.':
    'Akaunti yako bado haina namba ya simu. Ongeza yako kwa Hariri Wasifu, kisha uithibitishe hapa.',
  'Add your email': 'Ongeza barua pepe yako',
  'With an email you get receipts and a second way back into your account. Add yours with Edit Profile.':
    'Ukiwa na barua pepe unapata risiti na njia ya pili ya kurudi kwenye akaunti yako. Ongeza yako kwa Hariri Wasifu.',
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
  'Same as device': 'Kama kifaa',

  'Personal Information': 'Taarifa Binafsi',
  'Edit Profile': 'Hariri Wasifu',
  'Save Changes': 'Hifadhi Mabadiliko',
  Cancel: 'Ghairi',
  'Saving...': 'Inahifadhiwa...',
  'Profile updated successfully': 'Wasifu umesasishwa',
  'Failed to update profile. Please try again.': 'Imeshindikana kusasisha wasifu. Tafadhali jaribu tena.',
  'Verified when M-PESA pays you under this name': 'Litathibitishwa M-PESA itakapokulipa kwa jina hili',
  'We send a link to the new address. The old one stays until you open it.':
    'Tutatuma kiungo kwa anwani mpya. Ya zamani inabaki hadi ukifungue.',
  'We send a code to the new number. The old one stays until you enter it.':
    'Tutatuma msimbo kwa namba mpya. Ya zamani inabaki hadi uuandike.',
  'Confirm it’s you': 'Thibitisha ni wewe',
  'Enter your password. We also notify your current email and phone.':
    'Andika nenosiri lako. Pia tutajulisha barua pepe na simu yako ya sasa.',
  'Keep {contact}': 'Baki na {contact}',

  'Upload picture': 'Pakia picha',
  'Change picture': 'Badilisha picha',
  Remove: 'Ondoa',
  'Removing...': 'Inaondolewa...',
  'Picture removed': 'Picha imeondolewa',
  'JPEG, PNG or WebP, at most 5 MB': 'JPEG, PNG au WebP, isiyozidi MB 5',
  'Please choose a picture of at most 5 MB': 'Tafadhali chagua picha isiyozidi MB 5',
  'We could not read this picture. Please choose another.':
    'Hatukuweza kusoma picha hii. Tafadhali chagua nyingine.',
  'Your picture': 'Picha yako',
  'Preview of your picture': 'Hakikisho la picha yako',
  Zoom: 'Ukubwa',
  'Left and right': 'Kushoto na kulia',
  'Up and down': 'Juu na chini',
  'Save picture': 'Hifadhi picha',
  'Picture saved': 'Picha imehifadhiwa',

  'Push Notifications': 'Arifa za Papo Hapo',
  'On for this device': 'Zimewashwa kwenye kifaa hiki',
  'Not on for this device yet': 'Bado hazijawashwa kwenye kifaa hiki',
  'Turn on here': 'Washa hapa',
  'Turn off here': 'Zima hapa',
  'Notifications are not on yet. Choose Turn on here, then Allow when the browser asks.':
    'Arifa bado hazijawashwa. Chagua Washa hapa, kisha Ruhusu kivinjari kinapouliza.',
  'This browser cannot reach its notification service. Please try again later.':
    'Kivinjari hiki hakiwezi kufikia huduma yake ya arifa. Tafadhali jaribu tena baadaye.',
  'This browser blocks our notifications. Allow them for this site in its settings, then open this page again. In a private window they stay off: use a normal one.':
    'Kivinjari hiki kinazuia arifa zetu. Ziruhusu kwa tovuti hii katika mipangilio yake, kisha fungua ukurasa huu tena. Kwenye dirisha la faragha hubaki zimezimwa: tumia dirisha la kawaida.',
  'On an iPhone or iPad, first add Zawadi to the Home Screen: Share, then Add to Home Screen. Open it there.':
    'Kwenye iPhone au iPad, kwanza ongeza Zawadi kwenye Skrini ya Mwanzo: Shiriki, kisha Ongeza kwenye Skrini ya Mwanzo. Ifungue hapo.',
  'This browser cannot show notifications. SMS and email still come.':
    'Kivinjari hiki hakiwezi kuonyesha arifa. SMS na barua pepe bado huja.',
  'Notifications on': 'Arifa zimewashwa',
  'Email Alerts': 'Arifa kwa Barua Pepe',
  'Gifts and payments by email. Codes and security messages always come.':
    'Zawadi na malipo kwa barua pepe. Misimbo na ujumbe wa usalama huja daima.',
  Language: 'Lugha',
  'Our messages to you come in this language too.': 'Ujumbe wetu kwako pia huja kwa lugha hii.',
  'Please choose a picture': 'Tafadhali chagua picha',
} as const;
