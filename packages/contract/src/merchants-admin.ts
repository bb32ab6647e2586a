import { z } from 'zod';
import { adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, timestamp, uuid } from './text.ts';
import { merchant } from './merchants.ts';
import { balanceShillings, count } from './money.ts';
import { staff } from './staff-roles.ts';

const ofMerchants = { audience: 'admin', tag: 'Merchants' } as const;
const ofMerchant = z.object({ merchantId: uuid });
export const merchantsSummary = endpoint({
  ...ofMerchants,
  method: 'GET',
  path: '/api/admin/v1/merchants/summary',
  staffRoles: staff.everybody,
  summary: 'The cards over the list of merchants',
  answer: z.object({
    total: count,
    active: count,
    /** Waiting for approval. */
    pending: count,
    suspended: count,
    /** KES redeemed at all merchants and not reversed. */
    volume: balanceShillings,
    /** How many redemptions that were. */
    transactions: count,
  }),
  refusals: [],
  rate: { perMinute: 120 },
});

/** One thing that happened to a merchant. */
export const merchantEvent = z.object({
  eventId: z.string(),
  at: timestamp,
  /** Such as `payout-channel-changed` or `merchant.suspended`. */
  kind: z.string(),
  /** In plain words. */
  description: z.string(),
  actorKind: z.enum(['staff', 'admin', 'system']),
  /** Empty for the system. */
  actorName: z.string(),
  reason: z.string().optional(),
});
export type MerchantEvent = z.infer<typeof merchantEvent>;

export const merchantTimeline = endpoint({
  ...ofMerchants,
  method: 'GET',
  path: '/api/admin/v1/merchants/:merchantId/timeline',
  staffRoles: staff.everybody,
  summary: 'What was done to a merchant, by its own staff and by administrators, newest first',
  params: ofMerchant,
  query: z.object({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  example: { params: { merchantId: sample.id } },
  answer: z.object({ events: z.array(merchantEvent), nextCursor: cursor.optional() }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const resetOwnerPassword = endpoint({
  ...ofMerchants,
  method: 'POST',
  path: '/api/admin/v1/merchants/:merchantId/reset-password',
  staffRoles: staff.administrator,
  summary:
    'Mail the owner a new temporary password, to the contact’s address, and end every session of the owner',
  params: ofMerchant,
  body: z.object({
    reason: adminReason,
    /** For an owner who has lost the second factor, too. */
    isTwoFactorReset: z.boolean().default(false),
  }),
  example: { params: { merchantId: sample.id }, body: { reason: sample.reason, isTwoFactorReset: true } },
  answer: merchant,
  message: 'A temporary password was mailed',
  refusals: ['not_found', 'too_many_requests', 'overloaded'],
  rate: { perMinute: 30 },
});
