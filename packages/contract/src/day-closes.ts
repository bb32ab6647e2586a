import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { balanceShillings, count, signedShillings } from './money.ts';
import { tillName } from './redemptions.ts';
import { memberRoles } from './roles.ts';
import { cursor, day, shortText, timestamp, uuid } from './text.ts';

const ofEverybody = { audience: 'merchant', roles: memberRoles.everybody, tag: 'Day closes' } as const;

/** Cash that a person counted, in whole shillings. */
const countedShillings = z
  .number({ error: 'Please enter the amount that you counted' })
  .int({ error: 'Please enter a whole number of shillings' })
  .nonnegative({ error: 'Please enter the amount that you counted' })
  .max(100_000_000, { error: 'This amount is too large' });

/** Sums of one person's redemptions at one place and till. */
const figures = z.object({
  placeId: uuid,
  place: z.string(),
  /** Name of the till; absent for a device without a name. */
  till: z.string().optional(),
  /** When the previous close ended; for the first close, midnight in Nairobi. */
  since: timestamp,
  redemptions: count,
  redeemed: balanceShillings,
  /** Reversals since then, also of redemptions in an earlier close. */
  reversals: count,
  reversed: balanceShillings,
  /** `redeemed` minus `reversed`. */
  net: signedShillings,
  /** Rest of bills that customers paid in cash, minus the bills of reversed redemptions. The expected cash. */
  cash: signedShillings,
  /** The same for bank cards. */
  card: signedShillings,
  /** The same for M-PESA to the shop. */
  mpesa: signedShillings,
});

/** A person's redemptions at one place and till that are not closed yet. */
export type OpenDay = z.infer<typeof figures>;

/** `difference`: the counted cash differs from the expected cash, confirmed or not. */
export const dayCloseState = z.enum(['waiting', 'confirmed', 'difference']);

/** A closed day of one person at one place and till. It never changes; an owner or manager confirms it once. */
export const dayClose = figures.extend({
  closeId: uuid,
  /** Counts the closes of the shop from 1. */
  number: z.number().int().positive(),
  businessName: z.string(),
  closedBy: z.string(),
  closedAt: timestamp,
  counted: balanceShillings,
  /** `counted` minus `cash`. */
  difference: signedShillings,
  /** Note of the person who closed; may be empty. */
  note: z.string(),
  /** Absent while the close waits for its confirmation. */
  confirmed: z
    .object({
      by: z.string(),
      at: timestamp,
      /** May be empty. */
      note: z.string(),
      /** Whether the same person closed and confirmed, because the shop has no other owner or manager. */
      isBySamePerson: z.boolean(),
    })
    .optional(),
  /** Whether the caller may confirm it: owners and managers may, but not their own close if there is another. */
  canBeConfirmed: z.boolean(),
  /** Whether the caller closed this day. */
  isOwn: z.boolean(),
});
export type DayClose = z.infer<typeof dayClose>;

const drawer = {
  placeId: uuid,
  /** Absent for a device without a name. */
  till: tillName.optional(),
};

export const openDays = endpoint({
  ...ofEverybody,
  method: 'GET',
  path: '/api/day-closes/v1/open',
  summary: 'Get what the caller has redeemed since the last close, for each place and till',
  answer: z.object({ open: z.array(figures) }),
  refusals: ['must_change_password'],
  rate: { perMinute: 240 },
});

export const checkCount = endpoint({
  ...ofEverybody,
  method: 'GET',
  path: '/api/day-closes/v1/check',
  summary: 'Compare counted cash with the expected cash of an open place and till',
  query: z.object({ ...drawer, counted: z.coerce.number().pipe(countedShillings) }),
  example: { query: { placeId: sample.id, counted: 500 } },
  answer: figures.extend({ counted: balanceShillings, difference: signedShillings }),
  refusals: ['day_close_empty', 'must_change_password'],
  rate: { perMinute: 120 },
});

export const closeDay = endpoint({
  ...ofEverybody,
  method: 'POST',
  path: '/api/day-closes/v1/closes',
  summary: 'Close the caller’s day at a place and till; the same attempt again gets the first answer',
  body: z.object({
    ...drawer,
    /** The page makes this id for one attempt, and sends the same id with every retry until an answer arrives. */
    attemptId: uuid,
    counted: countedShillings,
    note: shortText.default(''),
    /** Figures that the caller has seen. If they are no longer right, nothing is closed. */
    seen: z.object({ redemptions: count, reversals: count, net: signedShillings, cash: signedShillings }),
  }),
  example: {
    body: {
      placeId: sample.id,
      attemptId: sample.id,
      counted: 500,
      seen: { redemptions: 3, reversals: 0, net: 2_500, cash: 500 },
    },
  },
  answer: dayClose,
  message: 'Day closed',
  refusals: ['day_close_empty', 'day_close_changed', 'must_change_password'],
  rate: { perMinute: 30 },
});

const filters = z.object({
  placeId: uuid.optional(),
  /** Only closes of this person. */
  staffId: uuid.optional(),
  /** Days in Nairobi on which the closes were made, both included. */
  from: day.optional(),
  to: day.optional(),
  state: dayCloseState.optional(),
});
export type DayCloseFilters = z.infer<typeof filters>;

export const listDayCloses = endpoint({
  ...ofEverybody,
  method: 'GET',
  path: '/api/day-closes/v1/closes',
  summary: 'List closed days, newest first; a cashier sees only their own',
  query: filters.extend({
    /** The number of the last close on the page before. */
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({
    closes: z.array(dayClose),
    nextCursor: cursor.optional(),
    /** Everybody who has closed a day, by name, for a filter. */
    people: z.array(z.object({ staffId: uuid, name: z.string() })),
  }),
  refusals: ['must_change_password'],
  rate: { perMinute: 240 },
});

export const dayClosesCsv = endpoint({
  ...ofEverybody,
  method: 'GET',
  path: '/api/day-closes/v1/closes.csv',
  summary: 'Download the filtered closes as a file: day-closes-{yyyy-MM-dd}.csv, streamed',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: ['must_change_password'],
  rate: { perMinute: 20 },
});

export const dayClosePdf = endpoint({
  ...ofEverybody,
  method: 'GET',
  path: '/api/day-closes/v1/closes/:closeId.pdf',
  summary: 'Download a closed day as PDF; a cashier gets only their own',
  params: z.object({ closeId: uuid }),
  example: { params: { closeId: sample.id } },
  answer: z.unknown(),
  refusals: ['not_found', 'must_change_password'],
  rate: { perMinute: 60 },
});

export const confirmDayClose = endpoint({
  ...ofEverybody,
  roles: memberRoles.ownerAndManager,
  isForOnePlace: true,
  method: 'POST',
  path: '/api/day-closes/v1/closes/:closeId/confirm',
  summary: 'Confirm a closed day; never one’s own, if another owner or manager can',
  params: z.object({ closeId: uuid }),
  /** The note is required if there is a difference. */
  body: z.object({ note: shortText.default('') }),
  example: { params: { closeId: sample.id }, body: { note: 'Counted again.' } },
  answer: dayClose,
  message: 'Day close confirmed',
  refusals: [
    'not_found',
    'day_close_own',
    'day_close_confirmed',
    'day_close_needs_note',
    'must_change_password',
  ],
  rate: { perMinute: 60 },
});
