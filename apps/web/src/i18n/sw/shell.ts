/** The frame around every consumer screen, the dashboard and the wallet. */
export const shell = {
  Dashboard: 'Dashibodi',
  Home: 'Mwanzo',
  'Buy Gift Cards': 'Nunua Kadi za Zawadi',
  Redeem: 'Komboa',
  'My Wallet': 'Pochi Yangu',
  Profile: 'Wasifu',
  Logout: 'Toka',
  'Profile of ': 'Wasifu wa ',
  Main: 'Kuu',
  Menu: 'Menyu',
  Sidebar: 'Menyu ya kando',
  Breadcrumb: 'Ulipo',
  'Skip to content': 'Ruka hadi kwenye maudhui',
  'Open menu': 'Fungua menyu',
  'Close menu': 'Funga menyu',
  'Toggle sidebar': 'Onyesha au ficha menyu ya kando',
  'Toggle sidebar (Ctrl+B)': 'Onyesha au ficha menyu ya kando (Ctrl+B)',
  '<b>Please verify your email.</b> Buying, claiming and withdrawing open after that. <link>Verify now</link>':
    '<b>Tafadhali thibitisha barua pepe yako.</b> Kisha utaweza kununua, kupokea na kutoa. <link>Thibitisha sasa</link>',
  '<b>Please verify your phone number.</b> Buying, claiming and withdrawing open after that. <link>Verify now</link>':
    '<b>Tafadhali thibitisha nambari yako ya simu.</b> Kisha utaweza kununua, kupokea na kutoa. <link>Thibitisha sasa</link>',
  '<b>Please verify your phone number and email.</b> Buying, claiming and withdrawing open after that. <link>Verify now</link>':
    '<b>Tafadhali thibitisha nambari yako ya simu na barua pepe.</b> Kisha utaweza kununua, kupokea na kutoa. <link>Thibitisha sasa</link>',
  '<b>You are offline.</b> What you see may be old, and nothing is sent until the connection is back.':
    '<b>Huna mtandao.</b> Unachoona huenda ni cha zamani, na hakuna kitakachotumwa hadi mtandao urudi.',

  'No user data available': 'Hakuna taarifa za mtumiaji',
  'No data available': 'Hakuna taarifa',
  'Welcome back, {name}': 'Karibu tena, {name}',
  'Your numbers': 'Takwimu zako',
  'Wallet Balance': 'Salio la Pochi',
  'Total Deposit': 'Jumla Iliyowekwa',
  'Total Vouchers Bought': 'Vocha Zilizonunuliwa',
  'Total Vouchers Redeemed': 'Vocha Zilizotumika',
  'Gifts you add show here': 'Zawadi unazoongeza huonekana hapa',
  '{amount} can go to M-PESA today': '{amount} inaweza kwenda M-PESA leo',
  'Failed to fetch dashboard stats': 'Imeshindikana kupata takwimu za dashibodi',
  'Quick actions': 'Njia za haraka',
  'Buy Gift Card': 'Nunua Kadi ya Zawadi',
  'Redeem Voucher': 'Komboa Vocha',
  'View Wallet': 'Tazama Pochi',
  'Recent Transactions': 'Miamala ya Karibuni',
  'Transaction History': 'Historia ya Miamala',
  'Your first gift will show here, from the prompt to the thank-you.':
    'Zawadi yako ya kwanza itaonekana hapa, kuanzia ombi la malipo hadi shukrani.',
  'N/A': 'Hakuna',

  'Your balance': 'Salio lako',
  'Available Balance': 'Salio Lililopo',
  'Updated {time}': 'Ilisasishwa {time}',
  'Use it or send it on': 'Itumie au itume kwa mwingine',
  'Withdraw to M-PESA within minutes, or buy a gift for someone.':
    'Toa kwenda M-PESA kwa dakika chache, au mnunulie mtu zawadi.',
  Withdraw: 'Toa Pesa',
  'Add Money': 'Weka Pesa',
} as const;
