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
  actorKind: z.enum(['member', 'admin', 'system']),
  /** Empty for the system. */
  actorName: z.string(),
  reason: z.string().optional(),
});
export type MerchantEvent = z.infer<typeof merchantEvent>;

export const merchantTimeline = endpoint({
  ...ofMerchants,
  method: 'GET',
  path: '/api/admin/v1/merchants/:merchantId/timeline',
  roles: administratorRoles.everybody,
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
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary:
    'Ask for a new temporary password for the owner; once a second administrator approves, it is mailed to the contact’s address and every session of the owner ends',
  params: ofMerchant,
  body: z.object({
    reason: adminReason,
    /** For an owner who has lost the second factor, too. */
    isTwoFactorReset: z.boolean().default(false),
  }),
  example: { params: { merchantId: sample.id }, body: { reason: sample.reason, isTwoFactorReset: true } },
  answer: merchant.extend({ action: actionOutcome }),
  message: 'A second administrator has to approve this',
  refusals: ['not_found', 'approval_open', 'too_many_requests'],
  rate: { perMinute: 30 },
});

/** What the list and its file are narrowed to. */
export const merchantFilters = z.object({
  /** In the business name, the code, or a contact's name, address or number. */
  search: shortText.optional(),
  status: merchantStatus.optional(),
});

/** A merchant of the list, with what an administrator pays by. */
const listedMerchant = merchant.extend({
  /** KES: the balance, and what is in batches that are not paid. */
  owed: balanceShillings,
  /** Where it is paid to now; null for none, without which settlements leave it out. */
  payoutChannel: z.enum(['M-Pesa', 'Bank Transfer']).nullable(),
});
export type ListedMerchant = z.infer<typeof listedMerchant>;

/** Without any of the fields every merchant there is, the newest first. */
export const listMerchants = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/all',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Merchants',
  summary: 'The merchants, the newest first; all of them, or filtered and page by page',
  body: merchantFilters.extend({
    /** Only those that are not closed and have none. */
    isWithoutPayoutChannel: z.boolean().optional(),
    /** The last merchant of the page before. */
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
    'The filtered merchants with what each is owed, as a file: merchants-{yyyy-MM-dd}.csv, streamed; without contacts',
  query: merchantFilters.extend({ isWithoutPayoutChannel: z.stringbool().optional() }),
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});
