import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { openHold } from './holds.ts';
import { balanceShillings } from './money.ts';
import { cloth } from './purchases.ts';
import { administratorRoles } from './roles.ts';
import { day, timestamp, uuid } from './text.ts';
import { voucherStatus } from './vouchers-status.ts';

/** One step of a history, in words. */
export const step = z.object({ at: timestamp, text: z.string() });

export const voucherFacts = z.object({
  voucherId: uuid,
  status: voucherStatus,
  /** KES. */
  value: balanceShillings,
  balance: balanceShillings,
  codeLastFour: z.string(),
  cloth,
  senderName: z.string(),
  recipientName: z.string(),
  recipientPhone: z.string().optional(),
  recipientEmail: z.string().optional(),
  issuedAt: timestamp,
  expiresAt: timestamp,
  /** The latest last day, in Nairobi, to which the voucher can be extended now. */
  latestValidTo: day,
  /** True if the voucher cannot be redeemed: support has frozen it, or a request about it waits for approval. */
  isFrozen: z.boolean(),
  /** Amounts of the voucher that shops have reserved. */
  holds: z.array(openHold),
  /** The shop that issued the voucher from its balance; absent if the voucher was bought. */
  issuedBy: z.string().optional(),
  /** The voucher that replaced this one, and the voucher that this one replaced. */
  replacedBy: uuid.optional(),
  replaces: uuid.optional(),
  activities: z.array(
    step.extend({
      kind: z.string(),
      amount: balanceShillings.optional(),
      /** The redemption, if the activity is one. */
      redemptionId: uuid.optional(),
    }),
  ),
});

/** Actions on a voucher that an administrator with the right role can take now. */
export const actionsOnVoucher = z.object({
  canResend: z.boolean(),
  canRefund: z.boolean(),
  canVoid: z.boolean(),
  canFreeze: z.boolean(),
  canUnfreeze: z.boolean(),
  canExtend: z.boolean(),
});

export const readVoucherForAdmin = endpoint({
  method: 'GET',
  path: '/api/admin/v1/transactions/vouchers/:voucherId',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Transactions',
  summary: 'Get one voucher and its history, never its code: one that a merchant issued has no payment',
  params: z.object({ voucherId: uuid }),
  example: { params: { voucherId: sample.id } },
  answer: z.object({ voucher: voucherFacts, actions: actionsOnVoucher }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});
