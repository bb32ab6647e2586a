/** The app without a network, and on the home screen. */
export const offline = {
  'Last known balance': 'Salio la mwisho linalojulikana',
  'As of {time}': 'Kufikia {time}',
  'Gifts kept on this device': 'Zawadi zilizohifadhiwa kwenye kifaa hiki',
  'As of {time}. Shops still check a code when you pay with it.':
    'Kufikia {time}. Maduka bado huangalia msimbo unapolipa nao.',
  'Use offline': 'Tumia bila mtandao',
  'To keep a later gift here, open it and show its code.':
    'Ili kuhifadhi zawadi ya baadaye hapa, ifungue na uonyeshe msimbo wake.',
  'Keep my gifts and their codes on this device': 'Hifadhi zawadi zangu na misimbo yake kwenye kifaa hiki',
  'You can then show them at a till without network. We encrypt them, and delete them when you log out. Switch this on only on your own phone.':
    'Kisha unaweza kuzionyesha kwenye kaunta bila mtandao. Tunazisimba, na kuzifuta unapotoka. Washa hii kwenye simu yako mwenyewe tu.',
  'Gifts kept: {count}': 'Zawadi zilizohifadhiwa: {count}',

  'Install Zawadi on this phone': 'Weka Zawadi kwenye simu hii',
  'It opens from your home screen, and shows your balance without a network too.':
    'Itafunguka kutoka skrini ya mwanzo, na itaonyesha salio lako hata bila mtandao.',
  'In Safari press Share, then Add to Home Screen.':
    'Kwenye Safari bonyeza Shiriki, kisha Ongeza kwenye Skrini ya Mwanzo.',
  Install: 'Weka',
} as const;
