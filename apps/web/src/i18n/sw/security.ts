/** The security of an account: password, second factor, devices, data and deletion. */
export const security = {
  'Account Security': 'Usalama wa Akaunti',
  'Change Password': 'Badilisha Nenosiri',
  'You stay signed in here. Every other device is signed out.':
    'Utabaki umeingia hapa. Vifaa vingine vyote vitatolewa.',
  'Signs out every other device': 'Hutoa vifaa vingine vyote',
  'Current password': 'Nenosiri la sasa',
  'Confirm new password': 'Rudia nenosiri jipya',
  'Password changed': 'Nenosiri limebadilishwa',

  'Two-Factor Authentication': 'Uthibitishaji wa Hatua Mbili',
  'A code from an app on your phone, besides your password':
    'Msimbo kutoka programu ya simu yako, pamoja na nenosiri lako',
  Enable: 'Washa',
  Disable: 'Zima',
  'Disabling...': 'Inazimwa...',
  'Two-factor authentication is on': 'Uthibitishaji wa hatua mbili umewashwa',
  'Two-factor authentication is off': 'Uthibitishaji wa hatua mbili umezimwa',
  'Scan this with an authenticator app, such as Google Authenticator or Aegis.':
    'Changanua hii kwa programu ya uthibitishaji, kama Google Authenticator au Aegis.',
  'QR code for your authenticator app': 'Msimbo wa QR wa programu yako ya uthibitishaji',
  'Or type this key into the app:': 'Au andika ufunguo huu kwenye programu:',
  Copy: 'Nakili',
  'Code from the app': 'Msimbo kutoka kwenye programu',
  'Recovery codes': 'Misimbo ya akiba',
  'New recovery codes': 'Misimbo mipya ya akiba',
  'Make new recovery codes?': 'Utengeneze misimbo mipya ya akiba?',
  'Make new codes': 'Tengeneza misimbo mipya',
  'Making...': 'Inatengenezwa...',
  'The ten codes you have now stop working.': 'Misimbo kumi uliyo nayo sasa itaacha kufanya kazi.',
  'Keep your recovery codes': 'Hifadhi misimbo yako ya akiba',
  'I have kept them': 'Nimeihifadhi',
  'Each signs you in once when you do not have your phone. They are shown only now; keep them where nobody else looks.':
    'Kila mmoja hukuingiza mara moja usipokuwa na simu yako. Inaonyeshwa sasa tu; ihifadhi mahali ambapo hakuna mwingine huangalia.',
  'Disable two-factor authentication?': 'Uzime uthibitishaji wa hatua mbili?',
  'Your password alone then opens your account, and your recovery codes stop working.':
    'Kisha nenosiri lako pekee litafungua akaunti yako, na misimbo yako ya akiba itaacha kufanya kazi.',
} as const;
