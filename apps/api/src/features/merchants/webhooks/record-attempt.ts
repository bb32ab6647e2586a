import type { WebhookType } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import { nextStateOf } from '../../../platform/outbox/outcome.ts';
import { notify } from '../../services/messages/index.ts';
import { readMerchant, recordActivity } from '../../people/merchants/index.ts';
import { finishAttempt, abandonPending, type LeasedDelivery } from './delivery-store.ts';
import {
  lockAddress,
  markWarned,
  recordFailure,
  recordSuccess,
  switchOff,
  type LockedAddress,
  type SwitchedOffReason,
} from './address-store.ts';
import { insertAttempts, type NewAttempt } from './log-store.ts';
import type { TryResult } from './send-delivery.ts';

/** An ended attempt and the state of its address. */
export type Ended = {
  type: WebhookType;
  /** Number of attempts in this round of retries before this one. */
  retriesUsed: number;
  result: { isDelivered: boolean; status?: number; failure?: string; retryAfterMs?: number };
  address: { failures: number; failingForMs: number | null; isWarned: boolean; isSwitchedOff: boolean };
};

type Next = {
  delivery: { state: 'pending' | 'delivered' | 'failed'; delayMs: number };
  /** Effect on the webhook address. */
  address:
    | { kind: 'unchanged' }
    | { kind: 'success' }
    | { kind: 'failure'; holdMs: number; isToBeWarned: boolean }
    | { kind: 'switch-off'; reason: SwitchedOffReason };
};

/**
 * Pauses after the first attempt, the second and so on. They add up to about three days, as Standard Webhooks
 * proposes.
 */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

const WARN_AFTER_MS = 24 * HOUR_MS;
const SWITCH_OFF_AFTER_MS = 72 * HOUR_MS;

// A receiver that rejects one event must still get others. Three failures in a row mean that the receiver is faulty.
const FAILURES_WITHOUT_HOLD = 2;
const FIRST_HOLD_MS = 10 * SECOND_MS;
const LONGEST_HOLD_MS = 10 * MINUTE_MS;
const OVERLOADED_HOLD_MS = 30 * SECOND_MS;
const OVERLOADED = new Set([429, 502, 504]);
const GONE = 410;

export type RecordDeps = Pick<Deps, 'db' | 'keys' | 'config'>;

/**
 * Records an attempt in one transaction: the delivery's next state, and the effect on its address.
 * @returns false if the lease expired and another worker leased the delivery; then nothing is written
 */
export async function recordAttempt(
  deps: RecordDeps,
  leased: LeasedDelivery,
  result: TryResult,
): Promise<boolean> {
  const random = Math.random();
  return inTransaction(deps.db, async (tx) => {
    const address = await lockAddress(tx, leased);
    if (!address) return false;
    // A result at an earlier URL says nothing about the current URL.
    const isSameUrl = address.url === leased.url;
    const { type, retriesUsed } = leased;
    const next = decideNext({ type, retriesUsed, result, address: addressFor(address, isSameUrl) }, random);
    const status = result.status ?? null;
    if (!(await finishAttempt(tx, leased, { ...next.delivery, status }))) return false;
    await insertAttempts(tx, [attemptOf(leased, result)]);
    if (isSameUrl) await applyToAddress(tx, deps, leased, address, next.address);
    return true;
  });
}

/** Builds the attempt's entry in the merchant's log. */
export function attemptOf(leased: LeasedDelivery, result: TryResult): NewAttempt {
  return {
    merchantId: leased.merchantId,
    deliveryId: leased.id,
    number: leased.tries,
    url: leased.url,
    startedAt: result.startedAt,
    durationMs: result.durationMs,
    isDelivered: result.isDelivered,
    status: result.status ?? null,
    responseBody: result.responseBody ?? null,
    failure: result.failure ?? null,
  };
}

function addressFor(address: LockedAddress, isSameUrl: boolean): Parameters<typeof decideNext>[0]['address'] {
  const isSwitchedOff = address.url === null || address.isSwitchedOff;
  if (isSameUrl) return { ...address, isSwitchedOff };
  return { failures: 0, failingForMs: null, isWarned: true, isSwitchedOff };
}

async function applyToAddress(
  tx: Transaction,
  deps: RecordDeps,
  { merchantId, addressId, url }: LeasedDelivery,
  address: LockedAddress,
  change: Next['address'],
): Promise<void> {
  const name = address.description === '' ? url : `${address.description} (${url})`;
  switch (change.kind) {
    case 'unchanged':
      return;
    case 'success':
      if (address.failures > 0) await recordSuccess(tx, addressId);
      return;
    case 'failure':
      await recordFailure(tx, addressId, change.holdMs);
      if (!change.isToBeWarned) return;
      await markWarned(tx, addressId);
      await notifyOwner(tx, deps, merchantId, { template: 'webhook-failing', url: name });
      return;
    case 'switch-off':
      await switchOff(tx, addressId, change.reason);
      await abandonPending(tx, addressId);
      await recordActivity(tx, {
        merchantId,
        actor: { kind: 'system' },
        kind: 'webhook-switched-off',
        details: { reason: change.reason },
      });
      await notifyOwner(tx, deps, merchantId, {
        template: 'webhook-switched-off',
        url: name,
        reason: change.reason,
      });
  }
}

type Trouble =
  | { template: 'webhook-failing'; url: string }
  | { template: 'webhook-switched-off'; url: string; reason: SwitchedOffReason };

/** Emails the merchant's contact that its webhook address fails or is switched off. */
async function notifyOwner(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  merchantId: string,
  trouble: Trouble,
): Promise<void> {
  const merchant = await readMerchant(tx, merchantId);
  if (!merchant) return;
  const link = `${deps.config.publicUrl}/merchant/dashboard/api/webhooks`;
  const { businessName, contactEmail: email } = merchant;
  const { url } = trouble;
  if (trouble.template === 'webhook-failing') {
    await notify(tx, deps, { template: trouble.template, data: { businessName, url, link }, email });
  } else {
    const data = { businessName, url, reason: trouble.reason, link };
    await notify(tx, deps, { template: trouble.template, data, email });
  }
}

/**
 * Decides a delivery's next state and the effect on its address.
 * @param random from 0 to 1; spreads the retries of simultaneous failures
 */
export function decideNext({ type, retriesUsed, result, address }: Ended, random: number): Next {
  const failed = { state: 'failed', delayMs: 0 } as const;
  if (result.isDelivered)
    return { delivery: { state: 'delivered', delayMs: 0 }, address: { kind: 'success' } };
  // The merchant sees the result of a test event at once. It is neither retried nor counted as a failure of the
  // address.
  if (type === 'webhook.test' || address.isSwitchedOff) {
    return { delivery: failed, address: { kind: 'unchanged' } };
  }
  if (result.status === GONE) return { delivery: failed, address: { kind: 'switch-off', reason: 'gone' } };
  const failingForMs = address.failingForMs ?? 0;
  if (failingForMs >= SWITCH_OFF_AFTER_MS) {
    return { delivery: failed, address: { kind: 'switch-off', reason: 'failing' } };
  }
  const afterMs = result.retryAfterMs ?? 0;
  const after = nextStateOf(
    { kind: 'retry', reason: result.failure ?? String(result.status), afterMs },
    retriesUsed + 1,
    RETRY_DELAYS_MS,
    random,
  );
  return {
    delivery: after.state === 'pending' ? { state: 'pending', delayMs: after.delayMs } : failed,
    address: {
      kind: 'failure',
      holdMs: Math.max(holdMs(address.failures + 1, result.status), afterMs),
      isToBeWarned: !address.isWarned && failingForMs >= WARN_AFTER_MS,
    },
  };
}

/**
 * Computes how long nothing is sent to a failing address.
 * @param failures number of failures in a row, including this one
 */
function holdMs(failures: number, status: number | undefined): number {
  const doublings = Math.min(failures - FAILURES_WITHOUT_HOLD - 1, 20);
  const growing = doublings < 0 ? 0 : Math.min(FIRST_HOLD_MS * 2 ** doublings, LONGEST_HOLD_MS);
  const isOverloaded = status !== undefined && OVERLOADED.has(status);
  return isOverloaded ? Math.max(growing, OVERLOADED_HOLD_MS) : growing;
}
