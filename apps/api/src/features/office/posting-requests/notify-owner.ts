import { shillingsOf } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { readMerchant } from '../../people/merchants/index.ts';
import { everyContactOf, readUser } from '../../people/users/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { notify } from '../../services/messages/index.ts';
import { raiseReview } from '../../services/reviews/index.ts';
import type { Plan } from './plan-posting.ts';
import type { PostingRecord } from './store.ts';

/** Notifies the customer whose balance changes. Money that returns to suspense gets a case, which finds its owner. */
export async function notifyOwner(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  posting: PostingRecord,
  { preview }: Plan,
): Promise<void> {
  const { id, template, amountCents, userId, merchantId } = posting;
  if (merchantId !== null) return notifyMerchant(tx, deps, merchantId, amountCents);
  const user = userId === null ? undefined : await readUser(tx, userId);
  if (!user) return;
  const wallet = preview.balances?.find(({ of }) => of === 'The wallet');
  const changeCents = wallet ? wallet.afterCents - wallet.beforeCents : 0n;
  if (template === 'legal-order') return notifyOfOrder(tx, deps, { posting, direction: 'reserved' });
  if (changeCents !== 0n) {
    await notify(tx, deps, {
      template: 'wallet-corrected',
      data: {
        direction: changeCents > 0n ? 'credit' : 'debit',
        amount: shillingsOf(changeCents > 0n ? changeCents : -changeCents),
      },
      ...everyContactOf(user),
      dedupeKey: id,
    });
    await publishHint(tx, { userId: user.id, topic: 'wallet', id: user.id });
  }
  if (template === 'credit-taken-back' && preview.way.startsWith('to suspense')) {
    const details = { received: shillingsOf(amountCents), posting: id };
    await raiseReview(tx, { kind: 'credit_taken_back', subjectId: id, details });
  }
}

async function notifyMerchant(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  merchantId: string,
  amountCents: bigint,
): Promise<void> {
  const merchant = await readMerchant(tx, merchantId);
  if (!merchant) return;
  const { businessName, contactEmail: email } = merchant;
  await notify(tx, deps, {
    template: 'balance-adjusted',
    data: {
      businessName,
      direction: 'credit',
      amount: shillingsOf(amountCents),
      reason: 'Goodwill from Zawadi',
    },
    email,
  });
}

/** Notifies the owner of a wallet that money was set aside for a legal order, or returned. */
export async function notifyOfOrder(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  {
    posting: { id, userId, amountCents },
    direction,
  }: { posting: Pick<PostingRecord, 'id' | 'userId' | 'amountCents'>; direction: 'reserved' | 'returned' },
): Promise<void> {
  const user = userId === null ? undefined : await readUser(tx, userId);
  if (!user) return;
  await notify(tx, deps, {
    template: 'legal-order',
    data: { amount: shillingsOf(amountCents), isReturned: direction === 'returned' },
    ...everyContactOf(user),
    dedupeKey: `${id}/${direction}`,
  });
  await publishHint(tx, { userId: user.id, topic: 'wallet', id: user.id });
}
