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
} as const;
