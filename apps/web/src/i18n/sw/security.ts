/** The security of an account: password, second factor, devices, data and deletion. */
export const security = {
  'Account Security': 'Usalama wa Akaunti',
  'Change Password': 'Badilisha Nenosiri',
  'Signs out every other device': 'Huondoa vifaa vingine vyote',
  'Current password': 'Nenosiri la sasa',
  'Confirm new password': 'Rudia nenosiri jipya',
  'Password changed': 'Nenosiri limebadilishwa',

  'Two-Factor Authentication': 'Uthibitishaji wa Hatua Mbili',
  'A code from an app on your phone, besides your password':
    'Msimbo kutoka programu ya simu yako, pamoja na nenosiri lako',
  Enable: 'Washa',
  Disable: 'Zima',
  'Enable two-factor authentication?': 'Uwashe uthibitishaji wa hatua mbili?',
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
  'Save your recovery codes': 'Hifadhi misimbo yako ya akiba',
  'I have saved them': 'Nimeihifadhi',
  'Without your phone, each code signs you in once. We show them only now, so keep them in a safe place.':
    'Usipokuwa na simu yako, kila msimbo hukuingiza mara moja. Tunaionyesha sasa tu, kwa hiyo ihifadhi mahali salama.',
  'Disable two-factor authentication?': 'Uzime uthibitishaji wa hatua mbili?',
  'Your password alone then opens your account, and your recovery codes stop working.':
    'Kisha nenosiri lako pekee litafungua akaunti yako, na misimbo yako ya akiba itaacha kufanya kazi.',

  Passkeys: 'Funguo za siri',
  'Sign in with your fingerprint, your face or the PIN of your device':
    'Ingia kwa alama ya kidole, uso wako au PIN ya kifaa chako',
  'This browser cannot use passkeys.': 'Kivinjari hiki hakiwezi kutumia funguo za siri.',
  Manage: 'Simamia',
  Hide: 'Ficha',
  'Manage passkeys': 'Simamia funguo za siri',
  'Hide passkeys': 'Ficha funguo za siri',
  'Failed to load your passkeys': 'Imeshindikana kupata funguo zako za siri',
  'Add a passkey': 'Ongeza ufunguo wa siri',
  'Add a passkey?': 'Uongeze ufunguo wa siri?',
  'Passkey added': 'Ufunguo wa siri umeongezwa',
  'Passkey removed': 'Ufunguo wa siri umeondolewa',
  Added: 'Umeongezwa',
  'Last used': 'Ulitumika mwisho',
  'Also on your other devices': 'Upo pia kwenye vifaa vyako vingine',
  Rename: 'Badilisha jina',
  Name: 'Jina',
  Save: 'Hifadhi',
  'Rename {passkey}': 'Badilisha jina la {passkey}',
  'Remove {passkey}': 'Ondoa {passkey}',
  'Remove {passkey}?': 'Uondoe {passkey}?',
  'It no longer opens your account. Your device may still offer it.':
    'Hautafungua tena akaunti yako. Kifaa chako huenda bado kikautoa.',

  'Signed-in devices': 'Vifaa ulivyoingia',
  'Failed to load your devices': 'Imeshindikana kupata vifaa vyako',
  '{browser} on {system}': '{browser} kwenye {system}',
  'Unknown device': 'Kifaa kisichojulikana',
  'This device': 'Kifaa hiki',
  'Sign out': 'Ondoa',
  'Sign out {device}': 'Ondoa {device}',
  'Signed out': 'Kimeondolewa',
  'Sign out everywhere': 'Toka kila mahali',
  'Sign out everywhere?': 'Utoke kila mahali?',
  'Stay signed in': 'Baki umeingia',
  'Signing out...': 'Unatoka...',
  'Signed out everywhere': 'Umetoka kila mahali',
  'Every device is signed out, this one too.': 'Vifaa vyote vitaondolewa, hiki pia.',
  'Your money and gifts stay as they are.': 'Pesa na zawadi zako zitabaki kama zilivyo.',

  'Your data': 'Taarifa zako',
  'Everything we keep about you, as one file': 'Yote tunayohifadhi kukuhusu, kwenye faili moja',
  'Download my data': 'Pakua taarifa zangu',
  'Delete Account': 'Futa Akaunti',
  'Permanent. Empty your wallet and finish open payments first.':
    'Haiwezi kutenduliwa. Kwanza toa pesa zote pochini na umalize malipo yanayoendelea.',
  'Download your data': 'Pakua taarifa zako',
  'The file has your contacts, gifts, payments and devices. Keep it where only you can read it.':
    'Faili hili lina anwani na nambari zako, zawadi, malipo na vifaa vyako. Lihifadhi mahali ambapo wewe pekee unaweza kulisoma.',
  'Delete the account of {name}?': 'Ufute akaunti ya {name}?',
  'Deleting...': 'Inafutwa...',
  'Your account was deleted': 'Akaunti yako imefutwa',
  'Your name, contacts, picture and devices are erased. This cannot be undone.':
    'Jina, mawasiliano, picha na vifaa vyako vitafutwa. Hili haliwezi kutenduliwa.',
  'Gifts you sent stay valid for the people who have them.':
    'Zawadi ulizotuma zitabaki halali kwa walio nazo.',
  'You can still spend gifts that you have not added, with their code.':
    'Bado unaweza kutumia zawadi ambazo hujaziongeza, kwa msimbo wake.',
  'Withdraw the money in your wallet first. We keep records of payments, without your name.':
    'Kwanza toa pesa zilizo kwenye pochi yako. Tunahifadhi kumbukumbu za malipo, bila jina lako.',
  '<link>Withdraw to M-PESA</link>. If it is less than the minimum, you can give it up in your wallet.':
    '<link>Toa kwenda M-PESA</link>. Kama ni chini ya kiwango cha chini, unaweza kuiachilia kwenye pochi yako.',
  '<link>See your payments</link>': '<link>Tazama malipo yako</link>',
  'This is not valid': 'Hii si sahihi',
} as const;
