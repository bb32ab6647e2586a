import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { openingHours } from './merchants-places.ts';
import { settlementSchedule } from './merchants-settings.ts';
import { memberAccount } from './merchants-members.ts';
import { balanceShillings } from './money.ts';
import { administratorRoles } from './roles.ts';
import { timestamp, uuid } from './text.ts';

const ofMerchants = { audience: 'admin', tag: 'Merchants' } as const;

/** One of the places a merchant was, is or will be paid to. */
const payoutChannelVersion = z.object({
  /** Counts the merchant's channels from 1. */
  version: z.number().int(),
  /** `M-PESA 0712 000 001`, `Equity Bank, account 0123`; masked for roles that do not move money. */
  destination: z.string(),
  /** The words that settlements show. */
  shownAs: z.enum(['M-Pesa', 'Bank Transfer']),
  /** `never` was replaced before it took effect. */
  state: z.enum(['now', 'waiting', 'former', 'never']),
  /** The member of the merchant's staff. */
  setBy: z.string(),
  setAt: timestamp,
  /** Null while it waits for two administrators. */
  effectiveAt: timestamp.nullable(),
});
export type PayoutChannelVersion = z.infer<typeof payoutChannelVersion>;

/** A staff member as administrators see them. */
const memberSummary = memberAccount.omit({ email: true, createdAt: true });
export type MerchantMemberSummary = z.infer<typeof memberSummary>;

export const merchantRecord = endpoint({
  ...ofMerchants,
  method: 'GET',
  path: '/api/admin/v1/merchants/:merchantId/record',
  roles: administratorRoles.everybody,
  summary:
    'What an administrator pays and approves by: pay-out channel with its history, settlement schedule, staff, opening hours',
  params: z.object({ merchantId: uuid }),
  example: { params: { merchantId: sample.id } },
  answer: z.object({
    /** The newest first, twenty at most; without any, settlements leave the merchant out. */
    payoutChannels: z.array(payoutChannelVersion),
    areNumbersMasked: z.boolean(),
    settlementSchedule,
    /** Batches up to this amount are paid without an administrator, unless by a file for the bank. */
    automaticUpTo: balanceShillings,
    /** Null until they are set. */
    openingHours: openingHours.nullable(),
    /** The owner first, then by name. */
    staff: z.array(memberSummary),
  }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});
export type MerchantRecordAnswer = (typeof merchantRecord)['answer']['_output'];
