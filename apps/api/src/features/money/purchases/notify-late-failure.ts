import { shillingsOf, type FailureReason } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { notify } from '../../messages/messages/index.ts';
import { readUser } from '../../access/users/index.ts';
import type { Attempt, Purchase } from './store.ts';

/** Until then the buyer is on the screen, which shows it. */
const LATE_MS = 60_000;

/** Notifies the buyer's devices of a failed payment whose screen they may have left. */
export async function notifyLateFailure(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'clock'>,
  purchase: Pick<Purchase, 'buyerId' | 'amountCents'>,
  { attempt, reason }: { attempt: Pick<Attempt, 'id' | 'createdAt'>; reason: FailureReason },
): Promise<void> {
  if (deps.clock.now().getTime() - attempt.createdAt.getTime() < LATE_MS) return;
  const buyer = await readUser(tx, purchase.buyerId);
  await notify(tx, deps, {
    template: 'purchase-failed',
    data: { amount: shillingsOf(purchase.amountCents), reason },
    push: { userId: purchase.buyerId },
    language: buyer?.language,
    dedupeKey: attempt.id,
  });
}
