import { gifts } from './gifts.ts';
import { profile } from './profile.ts';
import { shell } from './shell.ts';
import { voucherPage } from './voucher-page.ts';
import { withdrawals } from './withdrawals.ts';

export const words = { ...shell, ...gifts, ...withdrawals, ...profile, ...voucherPage } as const;
