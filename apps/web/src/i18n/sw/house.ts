import { gifts } from './gifts.ts';
import { giftLists } from './gift-lists.ts';
import { history } from './history.ts';
import { offline } from './offline.ts';
import { profile } from './profile.ts';
import { security } from './security.ts';
import { shell } from './shell.ts';
import { voucherPage } from './voucher-page.ts';
import { withdrawals } from './withdrawals.ts';

export const words = {
  ...shell,
  ...gifts,
  ...withdrawals,
  ...offline,
  ...profile,
  ...security,
  ...voucherPage,
  ...history,
  ...giftLists,
} as const;
