import { z } from 'zod';
import { actionOutcome, adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, shortText, timestamp, uuid } from './text.ts';
import { merchant, merchantStatus } from './merchants.ts';
import { balanceShillings, count } from './money.ts';
import { administratorRoles } from './roles.ts';

const ofMerchants = { audience: 'admin', tag: 'Merchants' } as const;
const ofMerchant = z.object({ merchantId: uuid });
export const merchantsSummary = endpoint({
  ...ofMerchants,
  method: 'GET',
  path: '/api/admin/v1/merchants/summary',
  roles: administratorRoles.everybody,
  summary: 'Get the cards above the list of merchants',
  answer: z.object({
    total: count,
    active: count,
    /** Number of merchants that wait for approval. */
    pending: count,
    suspended: count,
    /** KES redeemed at all merchants, less reversals. */
    volume: balanceShillings,
    /** Number of redemptions in `volume`. */
    transactions: count,
  }),
  refusals: [],
  rate: { perMinute: 120 },
});

/** One event in a merchant's history. */
export const merchantEvent = z.object({
  eventId: z.string(),
  at: timestamp,
  /** Such as `payout-channel-changed` or `merchant.suspended`. */
  kind: z.string(),
  /** The event in plain words. */
  description: z.string(),
  actorKind: z.enum(['member', 'admin', 'system']),
  /** Name of the actor; empty for the system. */
  actorName: z.string(),
  reason: z.string().optional(),
});
export type MerchantEvent = z.infer<typeof merchantEvent>;

export const merchantTimeline = endpoint({
  ...ofMerchants,
  method: 'GET',
  path: '/api/admin/v1/merchants/:merchantId/timeline',
  roles: administratorRoles.everybody,
  summary: "List a merchant's history: actions of its staff and of administrators, newest first",
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
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary:
    'Request a temporary password for the owner; once a second administrator approves, it is mailed to the contact’s address and every session of the owner ends',
  params: ofMerchant,
  body: z.object({
    reason: adminReason,
    /** Whether to remove the second factor as well, for an owner who has lost it. */
    isTwoFactorReset: z.boolean().default(false),
  }),
  example: { params: { merchantId: sample.id }, body: { reason: sample.reason, isTwoFactorReset: true } },
  answer: merchant.extend({ action: actionOutcome }),
  message: 'A second administrator has to approve this',
  refusals: ['not_found', 'approval_open', 'too_many_requests'],
  rate: { perMinute: 30 },
});

/** Filters of the list and its file. */
export const merchantFilters = z.object({
  /** Words of the business name or of the contact's name, or a part of the merchant code, email address or number. */
  search: shortText.optional(),
  status: merchantStatus.optional(),
});

/** A merchant of the list, with the amounts that an administrator needs before paying it. */
const listedMerchant = merchant.extend({
  /** KES that we owe the merchant: its balance, and unpaid settlement batches. */
  owed: balanceShillings,
  /** The merchant's current pay-out channel. Null for none; settlements then skip the merchant. */
  payoutChannel: z.enum(['M-Pesa', 'Bank Transfer']).nullable(),
});
export type ListedMerchant = z.infer<typeof listedMerchant>;

/** A request without fields lists every merchant, newest first. */
export const listMerchants = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/all',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Merchants',
  summary: 'List merchants, newest first; all of them, or filtered and page by page',
  body: merchantFilters.extend({
    /** Lists only merchants that have no pay-out channel and are not closed. */
    isWithoutPayoutChannel: z.boolean().optional(),
    /** Id of the last merchant of the previous page. */
    after: uuid.optional(),
    limit: z.number().int().min(1).max(500).optional(),
  }),
  example: { body: { search: 'Kiosk', status: 'ACTIVE', after: sample.id, limit: 1 } },
  answer: z.array(listedMerchant),
  refusals: [],
});

export const merchantsCsv = endpoint({
  ...ofMerchants,
  method: 'GET',
  path: '/api/admin/v1/merchants.csv',
  roles: administratorRoles.everybody,
  summary:
    'Download the filtered merchants with the amounts owed, as a file: merchants-{yyyy-MM-dd}.csv, streamed; without contacts',
  query: merchantFilters.extend({ isWithoutPayoutChannel: z.stringbool().optional() }),
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});
