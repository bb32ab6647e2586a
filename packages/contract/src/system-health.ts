import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { balanceShillings, count, signedShillings } from './money.ts';
import { administratorRoles } from './roles.ts';
import { stopName } from './stops.ts';
import { timestamp } from './text.ts';

/** `unknown`: there is no data yet. With real money, this is not good. */
const healthState = z.enum(['good', 'attention', 'bad', 'unknown']);

export type HealthState = z.infer<typeof healthState>;

/** A part of the books, and the time until which a stored check has proved it. */
const proof = z.object({
  part: z.enum(['collection', 'payout', 'wallets', 'vouchers', 'merchants']),
  provedUntil: timestamp.optional(),
  /** Why it is not proved now, as a sentence; absent if the latest check proved it. */
  gap: z.string().optional(),
});
export type Proof = z.infer<typeof proof>;

/** How long the money in M-PESA's pay-out account lasts, and the sum due until the end of tomorrow in Nairobi, in KES. */
const floatForecast = z.object({
  /** When M-PESA last reported the balance. Later pay-outs are subtracted from it. */
  knownAt: timestamp,
  left: signedShillings,
  /** When the balance is used up at the pace of the last days and hours; absent if it lasts two weeks or more. */
  lastsUntil: timestamp.optional(),
  due: z.object({
    /** Settlements that M-PESA has to pay: scheduled, approved or waiting for an approval. */
    settlements: count,
    /** Pay-outs that M-PESA has not finished. */
    underWay: count,
    /** Withdrawals of a usual day. */
    withdrawals: count,
    total: count,
  }),
  /** The balance below which administrators are alerted; 0 if only `due` counts. */
  lowBelow: count,
  /** Amount to put in to cover both; 0 unless the float is low. */
  missing: count,
});
export type FloatForecast = z.infer<typeof floatForecast>;

export const systemHealth = endpoint({
  method: 'GET',
  path: '/api/admin/v1/system-health',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary: 'Get whether money can move and messages arrive',
  answer: z.object({
    /** The worst of the states below. `unknown` is worse than `good`, but not in the sandbox. */
    state: healthState,
    /** A time is absent if its event has never happened. */
    provider: z.object({
      state: healthState,
      name: z.enum(['sandbox', 'daraja-sandbox', 'daraja']),
      /** The latest request that M-PESA acknowledged, and the latest that M-PESA did not acknowledge. */
      lastAcknowledgedAt: timestamp.optional(),
      lastUnansweredAt: timestamp.optional(),
      /** Number of queries about payments that M-PESA did not answer within the last ten minutes. */
      unansweredQueries: count,
      lastUnansweredQueryAt: timestamp.optional(),
    }),
    callbacks: z.object({
      state: healthState,
      lastReceivedAt: timestamp.optional(),
      lastHour: count,
      /** Number of callbacks that are stored but not processed yet. */
      waiting: count,
      oldestWaitingAt: timestamp.optional(),
      /**
       * The secret callback URLs for pay-bill payments: the current URL, and a new URL that M-PESA does not use yet.
       */
      payBill: z.array(
        z.object({
          /** The day on which the URL was made, and its last four characters. */
          address: z.string(),
          isNext: z.boolean(),
          lastReceivedAt: timestamp.optional(),
        }),
      ),
      /** Whether M-PESA refuses our callback URLs for pay-bill payments. */
      areAddressesRefused: z.boolean(),
    }),
    /** Messages that wait to be sent, by topic. Topics without messages are omitted. */
    queue: z.object({
      state: healthState,
      topics: z.array(
        z.object({
          topic: z.string(),
          /** Number of messages that are due now. */
          waiting: count,
          oldestAt: timestamp.optional(),
          /** Number of messages given up within the last day. */
          dead: count,
        }),
      ),
    }),
    /** Payments and pay-outs whose outcome M-PESA has not reported within ten minutes. */
    unknownPayments: z.object({
      state: healthState,
      purchases: count,
      withdrawals: count,
      settlements: count,
      refunds: count,
      /** KES of all of them together. */
      amount: balanceShillings.optional(),
      oldestAt: timestamp.optional(),
    }),
    /** M-PESA's balance less the ledger's, in KES. Absent until M-PESA has been asked. */
    float: z.object({
      state: healthState,
      comparedAt: timestamp.optional(),
      accounts: z.array(
        z.object({ account: z.string(), atProvider: signedShillings, inLedger: signedShillings }),
      ),
      /** Pay-outs whose charge by M-PESA is not booked yet, and KES that these charges are at most. */
      uncharged: z.object({ payouts: count, most: count }),
      forecast: floatForecast.optional(),
    }),
    /** Kinds of pay-outs that M-PESA refused for a reason on our side, until the first that is paid again. */
    payOuts: z.object({
      state: healthState,
      paused: z.array(
        z.object({
          what: z.enum(['withdrawals', 'settlements']),
          cause: z.enum(['float', 'access']),
          /** When they are tried again. */
          until: timestamp,
        }),
      ),
    }),
    /** Stops in force, the oldest first. */
    stops: z.object({
      state: healthState,
      stops: z.array(z.object({ name: stopName, since: timestamp, reason: z.string() })),
    }),
    /** Result of the latest audit of all balances. */
    ledger: z.object({ state: healthState, auditedAt: timestamp.optional() }),
    /** Accounts at M-PESA agree with M-PESA's balances; other balances equal their transfers. */
    proofs: z.array(proof),
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
    /**
     * Results of the checks of what the system needs outside itself: M-PESA, SMS, mail, names, certificates, clock,
     * disk, database, backups. `npm run doctor` on the server runs the same checks at once.
     */
    checks: z.object({
      state: healthState,
      checkedAt: timestamp.optional(),
      checks: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          state: healthState,
          /** The finding. */
          text: z.string(),
          /** The remedy, and since when the fault is seen. Absent without a fault. */
          nextStep: z.string().optional(),
          failingSince: timestamp.optional(),
        }),
      ),
    }),
    webhooks: z.object({
      state: healthState,
      /**
       * Number of webhook addresses that have only failed since their first failure, and of addresses switched off for
       * it.
       */
      failing: count,
      switchedOff: count,
      waiting: count,
      /** Merchants with such an address, at most five; those that fail the longest come first. */
      merchants: z.array(z.object({ merchantCode: z.string(), businessName: z.string() })),
    }),
  }),
  refusals: [],
  rate: { perMinute: 120 },
});

export type SystemHealth = (typeof systemHealth)['answer']['_output'];
