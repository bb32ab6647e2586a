import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { count, signedShillings } from './money.ts';
import { administratorRoles } from './roles.ts';
import { timestamp } from './text.ts';

/** `unknown`: there is no data to judge by yet. */
const healthState = z.enum(['good', 'attention', 'bad', 'unknown']);

export type HealthState = z.infer<typeof healthState>;

export const systemHealth = endpoint({
  method: 'GET',
  path: '/api/admin/v1/system-health',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary: 'Get whether money can move and messages arrive',
  answer: z.object({
    /** The worst state below; unknown ones do not count. */
    state: healthState,
    /** Times are absent while the event has never happened. */
    provider: z.object({
      state: healthState,
      name: z.enum(['sandbox', 'daraja-sandbox', 'daraja']),
      /** The latest request that M-PESA acknowledged, and the latest that it did not. */
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
      /** The secret URLs of pay-bill payments: the current one, and one that M-PESA has yet to change over to. */
      payBill: z.array(
        z.object({
          /** The day on which it was made, and its last four characters. */
          address: z.string(),
          isNext: z.boolean(),
          lastReceivedAt: timestamp.optional(),
        }),
      ),
      /** M-PESA does not accept our URLs for payments at the pay bill. */
      areAddressesRefused: z.boolean(),
    }),
    /** Waiting messages, one entry for each topic that has some. */
    queue: z.object({
      state: healthState,
      topics: z.array(
        z.object({
          topic: z.string(),
          /** Due now. */
          waiting: count,
          oldestAt: timestamp.optional(),
          /** Given up in the last day. */
          dead: count,
        }),
      ),
    }),
    /** Payments and pay-outs whose outcome M-PESA has not reported for ten minutes. */
    unknownPayments: z.object({
      state: healthState,
      purchases: count,
      withdrawals: count,
      settlements: count,
      refunds: count,
      oldestAt: timestamp.optional(),
    }),
    /** M-PESA's balance less the ledger's, in KES; absent until M-PESA was asked. */
    float: z.object({
      state: healthState,
      comparedAt: timestamp.optional(),
      accounts: z.array(
        z.object({ account: z.string(), atProvider: signedShillings, inLedger: signedShillings }),
      ),
    }),
    /** Result of the last audit of every balance. */
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
      /** Addresses without a success since their first failure, and those switched off for it. */
      failing: count,
      switchedOff: count,
      waiting: count,
    }),
  }),
  refusals: [],
  rate: { perMinute: 120 },
});

export type SystemHealth = (typeof systemHealth)['answer']['_output'];
