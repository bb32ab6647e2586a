import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { count, signedShillings } from './money.ts';
import { administratorRoles } from './roles.ts';
import { timestamp } from './text.ts';

/** `unknown`: there was nothing to judge by yet. */
const healthState = z.enum(['good', 'attention', 'bad', 'unknown']);

export type HealthState = z.infer<typeof healthState>;

export const systemHealth = endpoint({
  method: 'GET',
  path: '/api/admin/v1/system-health',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary: 'Whether money can move and messages arrive',
  answer: z.object({
    /** The worst of what follows; what is unknown does not count. */
    state: healthState,
    /** Moments are absent while the thing has never happened. */
    provider: z.object({
      state: healthState,
      name: z.enum(['sandbox', 'daraja-sandbox', 'daraja']),
      /** The latest request to M-PESA that it acknowledged, and the latest that it did not. */
      lastAcknowledgedAt: timestamp.optional(),
      lastUnansweredAt: timestamp.optional(),
    }),
    callbacks: z.object({
      state: healthState,
      lastReceivedAt: timestamp.optional(),
      lastHour: count,
      /** Stored, and not processed yet. */
      waiting: count,
      oldestWaitingAt: timestamp.optional(),
      /** The secret addresses of payments at the pay bill: the one in use, and one that M-PESA is still to change over to. */
      payBill: z.array(
        z.object({
          /** The day on which it was made, and its last four characters. */
          address: z.string(),
          isNext: z.boolean(),
          lastReceivedAt: timestamp.optional(),
        }),
      ),
      /** M-PESA does not take our addresses for payments at the pay bill. */
      areAddressesRefused: z.boolean(),
    }),
    /** What waits to be sent, one entry for each topic that has some. */
    queue: z.object({
      state: healthState,
      topics: z.array(
        z.object({
          topic: z.string(),
          /** Due now. */
          waiting: count,
          oldestAt: timestamp.optional(),
          /** Gave up in the last day. */
          dead: count,
        }),
      ),
    }),
    /** Payments and pay-outs whose end M-PESA has not told us for ten minutes. */
    unknownPayments: z.object({
      state: healthState,
      purchases: count,
      withdrawals: count,
      settlements: count,
      refunds: count,
      oldestAt: timestamp.optional(),
    }),
    /** What M-PESA says it holds less what the ledger says, in KES; absent until it was asked. */
    float: z.object({
      state: healthState,
      comparedAt: timestamp.optional(),
      accounts: z.array(
        z.object({ account: z.string(), atProvider: signedShillings, inLedger: signedShillings }),
      ),
    }),
    /** What the last audit of every balance found. */
    ledger: z.object({ state: healthState, auditedAt: timestamp.optional() }),
    jobs: z.object({
      state: healthState,
      jobs: z.array(
        z.object({
          name: z.string(),
          state: healthState,
          lastStartedAt: timestamp.optional(),
          lastSucceededAt: timestamp.optional(),
        }),
      ),
    }),
    webhooks: z.object({
      state: healthState,
      /** Addresses that have answered nothing well since their first failure, and those switched off for it. */
      failing: count,
      switchedOff: count,
      waiting: count,
    }),
  }),
  refusals: [],
  rate: { perMinute: 120 },
});

export type SystemHealth = (typeof systemHealth)['answer']['_output'];
