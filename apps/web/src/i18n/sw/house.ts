import { gifts } from './gifts.ts';
import { giftLists } from './gift-lists.ts';
import { history } from './history.ts';
import { letters } from './letters.ts';
import { offline } from './offline.ts';
import { profile } from './profile.ts';
import { security } from './security.ts';
import { shell } from './shell.ts';
import { voucherPage } from './voucher-page.ts';
import { ussdPin } from './ussd-pin.ts';
import { walletFreeze } from './wallet-freeze.ts';
import { withdrawals } from './withdrawals.ts';

export const words = {
  ...shell,
  ...gifts,
  ...withdrawals,
  ...offline,
  ...profile,
  ...security,
  ...ussdPin,
  ...walletFreeze,
  ...voucherPage,
  ...history,
  ...giftLists,
  ...letters,
} as const;
