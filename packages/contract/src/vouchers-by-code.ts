import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { shillings } from './money.ts';
import { parseVoucherCode } from './voucher-code.ts';
import { claimVoucher, publicVoucher } from './vouchers.ts';

/** A whole voucher code as typed, scanned or pasted, normalised to its 16 symbols. */
export const typedVoucherCode = z
  .string()
  .max(64, { error: 'Please check this code' })
  .transform((typed, context) => {
    const code = parseVoucherCode(typed);
    if (code !== undefined) return code;
    context.addIssue({ code: 'custom', message: 'Please check this code' });
    return z.NEVER;
  });

export const voucherOfCode = publicVoucher
  .pick({
    voucherId: true,
    status: true,
    value: true,
    senderName: true,
    recipientName: true,
    message: true,
    cloth: true,
    expiresAt: true,
  })
  .extend({ balance: shillings });
export type VoucherOfCode = z.infer<typeof voucherOfCode>;

/**
 * A POST, so that no URL contains the code. Unknown codes count as wrong attempts of the account and of the IP address.
 */
export const viewVoucherByCode = endpoint({
  method: 'POST',
  path: '/api/vouchers/v1/by-code',
  audience: 'consumer',
  tag: 'Vouchers',
  summary: 'Get the voucher behind a typed code, while it still has value; nothing moves',
  body: z.object({ code: typedVoucherCode }),
  example: { body: { code: sample.code } },
  answer: voucherOfCode,
  refusals: [
    'feature_off',
    'voucher_not_found',
    'voucher_not_claimable',
    'voucher_used',
    'voucher_claimed',
    'voucher_expired',
    'voucher_frozen',
    'voucher_held',
    'voucher_void',
    'too_many_requests',
  ],
  rate: { perMinute: 30 },
});

/** Claims a voucher by its code instead of its link. The recipient's phone or email must be verified as well. */
export const claimVoucherByCode = endpoint({
  method: 'POST',
  path: '/api/vouchers/v1/claim-by-code',
  audience: 'consumer',
  tag: 'Vouchers',
  isRefusedToBlocked: true,
  summary: "Move the whole balance of the voucher with this code into its recipient's wallet",
  body: z.object({ code: typedVoucherCode }),
  example: { body: { code: sample.code } },
  answer: claimVoucher.answer,
  message: 'Added to your wallet',
  refusals: [
    'claiming_stopped',
    'feature_off',
    'voucher_not_found',
    'voucher_not_claimable',
    'claim_not_yours',
    'claim_not_verified',
    'voucher_used',
    'voucher_claimed',
    'voucher_expired',
    'voucher_frozen',
    'voucher_held',
    'voucher_void',
    'wallet_limit',
    'account_frozen',
    'too_many_requests',
  ],
  rate: { perMinute: 30 },
});
