/** The app without a network, and on the home screen. */
export const offline = {
  'Last known balance': 'Salio la mwisho linalojulikana',
  'As of {time}': 'Kufikia {time}',
  'Gifts kept on this device': 'Zawadi zilizohifadhiwa kwenye kifaa hiki',
  'As of {time}. Shops still check a code when you pay with it.':
    'Kufikia {time}. Maduka bado huangalia msimbo unapolipa nao.',
  'Without network': 'Bila mtandao',
  'A gift that arrives later is kept once you have shown its code.':
    'Zawadi itakayofika baadaye inahifadhiwa ukishaonyesha msimbo wake.',
  'Keep my gifts and their codes on this device': 'Hifadhi zawadi zangu na misimbo yake kwenye kifaa hiki',
  'You can then show them at a till without network. They are encrypted, and wiped when you log out. Switch this on only on a phone of your own.':
    'Kisha unaweza kuzionyesha kwenye kaunta bila mtandao. Zimesimbwa, na hufutwa unapotoka. Washa hii kwenye simu yako mwenyewe tu.',
  'Gifts kept: {count}': 'Zawadi zilizohifadhiwa: {count}',

  'Install Zawadi on this phone': 'Weka Zawadi kwenye simu hii',
  'It opens from your home screen, and shows your balance without a network too.':
    'Itafunguka kutoka skrini ya mwanzo, na itaonyesha salio lako hata bila mtandao.',
  'In Safari press Share, then Add to Home Screen.':
    'Kwenye Safari bonyeza Shiriki, kisha Ongeza kwenye Skrini ya Mwanzo.',
  Install: 'Weka',
} as const;
