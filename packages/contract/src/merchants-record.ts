import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { merchantPlace } from './merchants-place-list.ts';
import { settlementSchedule } from './merchants-settings.ts';
import { memberAccount } from './merchants-members.ts';
import { balanceShillings } from './money.ts';
import { administratorRoles } from './roles.ts';
import { timestamp, uuid } from './text.ts';

const ofMerchants = { audience: 'admin', tag: 'Merchants' } as const;

/** A former, current or waiting pay-out channel of a merchant. */
const payoutChannelVersion = z.object({
  /** The merchant's first channel is version 1. */
  version: z.number().int(),
  /** `M-PESA 0712 000 001`, `Equity Bank, account 0123`. Masked for roles that do not move money. */
  destination: z.string(),
  /** Name of the channel on settlements. */
  shownAs: z.enum(['M-Pesa', 'Bank Transfer']),
  /** `never`: the channel was replaced before it took effect. */
  state: z.enum(['now', 'waiting', 'former', 'never']),
  /** Name of the staff member who set the channel. */
  setBy: z.string(),
  setAt: timestamp,
  /** When the channel takes effect; null while it waits for two administrators. */
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
    'Get the facts by which an administrator pays and approves a merchant: pay-out channels with their history, settlement schedule, staff, places',
  params: z.object({ merchantId: uuid }),
  example: { params: { merchantId: sample.id } },
  answer: z.object({
    /** Newest first, at most twenty. If there are none, settlements skip the merchant. */
    payoutChannels: z.array(payoutChannelVersion),
    areNumbersMasked: z.boolean(),
    settlementSchedule,
    /** Batches up to this amount are paid without an administrator, except by a file for the bank. */
    automaticUpTo: balanceShillings,
    /** Whether a file for the bank pays the current channel, so that each batch needs an administrator. */
    isPaidByBankFile: z.boolean(),
    /** The main place first, then by name. Closed places last. */
    places: z.array(merchantPlace),
    /** The owner first, then staff sorted by name. */
    staff: z.array(memberSummary),
  }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});
export type MerchantRecordAnswer = (typeof merchantRecord)['answer']['_output'];
