import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { openHold } from './holds.ts';
import { balanceShillings } from './money.ts';
import { cloth } from './purchases.ts';
import { administratorRoles } from './roles.ts';
import { day, timestamp, uuid } from './text.ts';
import { voucherStatus } from './vouchers-status.ts';

/** A step of a life, in words. */
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
  /** The last day, in Nairobi, that an extension may name now. */
  latestValidTo: day,
  /** Nothing can be taken from it: support has frozen it, or a request about it waits. */
  isFrozen: z.boolean(),
  /** What shops have reserved of it. */
  holds: z.array(openHold),
  /** Made by a shop out of what it is owed, not bought. */
  issuedBy: z.string().optional(),
  /** The voucher that took its place, and the one whose place it took. */
  replacedBy: uuid.optional(),
  replaces: uuid.optional(),
  activities: z.array(step.extend({ kind: z.string(), amount: balanceShillings.optional() })),
});

/** What can be done about a voucher now, by an administrator of a suitable role. */
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
  summary: 'One voucher and its life, never its code: of one that a merchant made there is no payment',
  params: z.object({ voucherId: uuid }),
  example: { params: { voucherId: sample.id } },
  answer: z.object({ voucher: voucherFacts, actions: actionsOnVoucher }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});
