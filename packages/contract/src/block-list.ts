import { z } from 'zod';
import { actionOutcome, adminReason, approvalStatus } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { cursor, day, shortText, timestamp, uuid } from './text.ts';

const ofBlockList = { audience: 'admin', tag: 'Block list' } as const;

/** `number`: a phone number. `device`: a browser, by the key of its sign-ins. `address`: an IP address or network. */
export const blockKind = z.enum(['number', 'device', 'address']);
export type BlockKind = z.infer<typeof blockKind>;

/**
 * `Waiting` for a second administrator, `Declined` by one or never decided, `Active`, `Ended` on its last day, or
 * `Removed` by two administrators.
 */
export const blockStatus = z.enum(['Waiting', 'Active', 'Ended', 'Removed', 'Declined']);
export type BlockStatus = z.infer<typeof blockStatus>;

/** A request to add or remove an entry, and its decision. */
const blockDecision = z.object({
  approvalId: uuid,
  act: z.enum(['add', 'remove']),
  status: approvalStatus,
  reason: z.string(),
  requestedBy: z.string(),
  requestedAt: timestamp,
  decidedBy: z.string().optional(),
  decidedAt: timestamp.optional(),
});

/** An entry of the block list. */
export const blockEntry = z.object({
  entryId: uuid,
  kind: blockKind,
  /** A masked phone number, a device's key thumbprint, or a network such as `41.90.64.0/24`. */
  value: z.string(),
  reason: z.string(),
  status: blockStatus,
  requestedAt: timestamp,
  /** When the entry ends; absent if only administrators end it. */
  endsAt: timestamp.optional(),
  /** Refusals because of this entry. */
  hits: z.number().int().nonnegative(),
  lastHitAt: timestamp.optional(),
  /** Whether a request to remove the entry waits for a second administrator. */
  isRemovalWaiting: z.boolean(),
  /** Every request about this entry, oldest first. */
  history: z.array(blockDecision),
});
export type BlockEntry = z.infer<typeof blockEntry>;

const filters = z.object({
  status: blockStatus.optional(),
  kind: blockKind.optional(),
  /** A phone number in any spelling, an IP address that an entry covers, a network, or a device's key thumbprint. */
  search: shortText.optional(),
});
export type BlockFilters = z.infer<typeof filters>;

export const listBlocks = endpoint({
  ...ofBlockList,
  method: 'GET',
  path: '/api/admin/v1/block-list',
  roles: administratorRoles.everybody,
  summary: 'List blocked numbers, devices and addresses with their history, newest first',
  query: filters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({ entries: z.array(blockEntry), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const addBlock = endpoint({
  ...ofBlockList,
  method: 'POST',
  path: '/api/admin/v1/block-list',
  needsStepUp: true,
  roles: administratorRoles.working,
  summary:
    'Request that a number, device or address may begin nothing new; a second administrator must approve it, payments in flight finish',
  body: z
    .object({
      kind: blockKind,
      /** Takes the phone number of this consumer instead of `value`. */
      userId: uuid.optional(),
      /**
       * A phone number in any spelling; a device's key thumbprint; an IP address (IPv6 counts as its /64), or a network of
       * at most /16 (IPv4) or /32 (IPv6).
       */
      value: shortText.default(''),
      reason: adminReason,
      /** The last Nairobi day of the entry; without one, it stays until it is removed. */
      lastDay: day.optional(),
    })
    .refine(({ value, userId, kind }) => value !== '' || (kind === 'number' && userId !== undefined), {
      error: 'Please fill this in',
      path: ['value'],
    }),
  example: { body: { kind: 'number', value: sample.msisdn, reason: sample.reason } },
  answer: z.object({ action: actionOutcome }),
  message: 'Requested',
  refusals: ['not_found', 'already_blocked', 'blocks_yourself', 'approval_open'],
  rate: { perMinute: 60 },
});

export const removeBlock = endpoint({
  ...ofBlockList,
  method: 'POST',
  path: '/api/admin/v1/block-list/:entryId/remove',
  needsStepUp: true,
  roles: administratorRoles.working,
  summary: 'Request that an entry of the block list is removed; a second administrator must approve it',
  params: z.object({ entryId: uuid }),
  body: z.object({ reason: adminReason }),
  example: { params: { entryId: sample.id }, body: { reason: sample.reason } },
  answer: z.object({ action: actionOutcome }),
  message: 'Requested',
  refusals: ['not_found', 'block_not_active', 'approval_open'],
  rate: { perMinute: 60 },
});
