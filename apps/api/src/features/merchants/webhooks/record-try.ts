import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { decideNext, type Next } from './decide-next.ts';
import { finishTry, giveUpWaiting, type LeasedDelivery } from './delivery-store.ts';
import {
  lockEndpoint,
  markWarned,
  recordFailure,
  recordSuccess,
  switchOff,
  type LockedEndpoint,
} from './endpoint-store.ts';
import { insertTry } from './log-store.ts';
import type { TryResult } from './send-delivery.ts';
import { notifyOwner } from './notify-owner.ts';

export type RecordDeps = Pick<Deps, 'db' | 'keys' | 'config'>;

/**
 * Writes down how a try ended, what becomes of the delivery and what it says about the receiver, in one transaction.
 * @returns false when the lease had run out and somebody else has taken the delivery; nothing is written then
 */
export async function recordTry(
  deps: RecordDeps,
  leased: LeasedDelivery,
  result: TryResult,
): Promise<boolean> {
  const random = Math.random();
  return inTransaction(deps.db, async (tx) => {
    const endpoint = await lockEndpoint(tx, leased.merchantId);
    if (!endpoint) return false;
    // What another address did says nothing about the one that was saved meanwhile.
    const isSameAddress = endpoint.url === leased.url;
    const { type, retriesUsed } = leased;
    const next = decideNext(
      { type, retriesUsed, result, endpoint: endpointFor(endpoint, isSameAddress) },
      random,
    );
    const status = result.status ?? null;
    if (!(await finishTry(tx, leased, { ...next.delivery, status }))) return false;
    await insertTry(tx, {
      merchantId: leased.merchantId,
      deliveryId: leased.id,
      number: leased.tries,
      url: leased.url,
      startedAt: result.startedAt,
      durationMs: result.durationMs,
      isDelivered: result.isDelivered,
      status,
      responseBody: result.responseBody ?? null,
      failure: result.failure ?? null,
    });
    if (isSameAddress) await applyToEndpoint(tx, deps, leased, endpoint, next.endpoint);
    return true;
  });
}

function endpointFor(
  endpoint: LockedEndpoint,
  isSameAddress: boolean,
): Parameters<typeof decideNext>[0]['endpoint'] {
  const isWithoutAddress = endpoint.url === null || endpoint.isSwitchedOff;
  if (isSameAddress) return { ...endpoint, isSwitchedOff: isWithoutAddress };
  return { failures: 0, failingForMs: null, isWarned: true, isSwitchedOff: isWithoutAddress };
}

async function applyToEndpoint(
  tx: Transaction,
  deps: RecordDeps,
  { merchantId, url }: LeasedDelivery,
  endpoint: LockedEndpoint,
  change: Next['endpoint'],
): Promise<void> {
  switch (change.kind) {
    case 'unchanged':
      return;
    case 'success':
      if (endpoint.failures > 0) await recordSuccess(tx, merchantId);
      return;
    case 'failure':
      await recordFailure(tx, merchantId, change.holdMs);
      if (!change.isToBeWarned) return;
      await markWarned(tx, merchantId);
      await notifyOwner(tx, deps, merchantId, { template: 'webhook-failing', url });
      return;
    case 'switch-off':
      await switchOff(tx, merchantId, change.reason);
      await giveUpWaiting(tx, merchantId);
      await notifyOwner(tx, deps, merchantId, {
        template: 'webhook-switched-off',
        url,
        reason: change.reason,
      });
  }
}
