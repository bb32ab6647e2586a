import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { balanceShillings, shillings } from './money.ts';
import { memberRoles } from './roles.ts';
import { settlement } from './settlements.ts';
import { timestamp, uuid } from './text.ts';

/** Amount of a future batch so far, its fee, and the amount paid to the merchant. */
const dueAmount = z.object({ amount: balanceShillings, fee: balanceShillings, net: balanceShillings });

/** A pay-out that the owner can ask for now, or the reason why not. */
const payoutOnDemand = dueAmount.extend({
  /** Fee in hundredths of a percent: the rate for pay-outs on demand, or the usual rate if an approval is needed. */
  feeBasisPoints: z.number().int(),
  /** Administrators must approve this pay-out first. It then has the usual fee. */
  needsApproval: z.boolean(),
  /** Smallest amount of a pay-out on demand. */
  minimum: balanceShillings,
  /** Rest of today's limit, in Nairobi. */
  leftToday: balanceShillings,
  /** The refusal that the call would get now; absent if it would succeed. */
  obstacle: z
    .enum([
      'merchant_not_active',
      'payouts_held',
      'payout_channel_unset',
      'on_demand_too_small',
      'on_demand_limit',
    ])
    .optional(),
});
export type PayoutOnDemand = z.infer<typeof payoutOnDemand>;

export const settlementCalendar = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/settlements/calendar',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Settlements',
  summary:
    'Get the next scheduled batches with their amounts so far, batches on their way, and a pay-out on demand',
  answer: z.object({
    /** The next two scheduled batches, at most; empty without a pay-out channel or while settlements are held. */
    scheduled: z.array(dueAmount.extend({ at: timestamp })),
    /** Pending and processing batches, oldest first; at most 20. */
    onTheWay: z.array(
      settlement.pick({ batchId: true, netAmount: true, destination: true }).extend({
        /** `checking`: an administrator must approve it. `scheduled`: it is sent at `expectedAt`. */
        state: z.enum(['checking', 'scheduled', 'paying']),
        expectedAt: timestamp.optional(),
      }),
    ),
    /** Absent while the feature is off, and for managers. */
    onDemand: payoutOnDemand.optional(),
  }),
  refusals: [],
  rate: { perMinute: 120 },
});

export const settleOnDemand = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/settlements/on-demand',
  needsStepUp: true,
  audience: 'merchant',
  roles: memberRoles.owner,
  tag: 'Settlements',
  summary:
    'Pay out what was redeemed before today, for the fee of pay-outs on demand; the same attempt pays once',
  body: z.object({
    /** The page makes this id for one attempt, and sends the same id with every retry until an answer arrives. */
    attemptId: uuid,
    /** Amount and fee that the owner has confirmed. If they are no longer right, nothing is paid. */
    amount: shillings,
    fee: balanceShillings,
  }),
  example: { body: { attemptId: sample.id, amount: 1_000, fee: 20 } },
  answer: settlement,
  message: 'Pay-out started',
  refusals: [
    'feature_off',
    'settling_stopped',
    'merchant_not_active',
    'payouts_held',
    'payout_channel_unset',
    'on_demand_too_small',
    'on_demand_limit',
    'on_demand_changed',
  ],
  rate: { perMinute: 20 },
});
