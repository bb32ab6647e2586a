import { shillingsOf } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { publishHint } from '../../messages/live-updates/index.ts';
import { notify } from '../../messages/messages/index.ts';
import { readUser } from '../../access/users/index.ts';
import type { Refund } from './store.ts';

/** Notifies the buyer where the money of a refund went. */
export async function notifyBuyer(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { id, buyerId, amountCents }: Pick<Refund, 'id' | 'buyerId' | 'amountCents'>,
  returnedTo: 'mpesa' | 'wallet',
): Promise<void> {
  const buyer = buyerId === null ? undefined : await readUser(tx, buyerId);
  if (!buyer) return;
  await notify(tx, deps, {
    template: 'refund-completed',
    data: { amount: shillingsOf(amountCents), isInWallet: returnedTo === 'wallet' },
    sms: buyer.phoneVerified ? buyer.phoneMsisdn : undefined,
    email: buyer.emailAlerts ? buyer.email : undefined,
    push: { userId: buyer.id },
    language: buyer.language,
    dedupeKey: id,
  });
  await publishHint(tx, { userId: buyer.id, topic: 'wallet', id: buyer.id });
}
