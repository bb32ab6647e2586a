import {
  cloth,
  shillingsOf,
  type HandlerAnswer,
  type HandlerInput,
  type ReceivedGift,
  type receivedGifts,
  type sentGifts,
} from '@zawadi/contract';
import { decrypt } from '../../../platform/crypto/keys.ts';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readUser } from '../../people/users/index.ts';
import { describeSentGifts } from './gift-messages.ts';
import { listReceived, listSent, type ListedGift } from './gift-lists-store.ts';
import { shownGift } from './shown-gift.ts';
import { isClaimable, lastMomentOf, statusOf } from './voucher-status.ts';

/** Lists *Gifts for you*: gifts to this user's verified contacts. */
export async function listReceivedGifts(
  deps: Pick<Deps, 'db' | 'keys'>,
  { userId, query }: { userId: string; query: HandlerInput<typeof receivedGifts>['query'] },
): Promise<HandlerAnswer<typeof receivedGifts>> {
  const user = await readUser(deps.db, userId);
  if (!user) throw new Refusal('not_found');
  const person = {
    msisdn: user.phoneVerified ? user.phoneMsisdn : null,
    email: user.emailVerified ? user.email : null,
  };
  const after = parseCursor(query.cursor);
  const isOpenOnly = query.show === 'open';
  const found = await listReceived(deps.db, person, {
    after,
    limit: query.limit + 1,
    isOpenOnly,
    voucherId: query.voucherId,
  });
  const { shown, nextCursor } = pageOf(found, query.limit);
  return { gifts: shown.map((gift) => describeReceivedGift(deps, gift, userId)), nextCursor };
}

/** Lists *Gifts I sent*: gifts that this user has paid for. */
export async function listSentGifts(
  deps: Pick<Deps, 'db'>,
  { userId, query }: { userId: string; query: HandlerInput<typeof sentGifts>['query'] },
): Promise<HandlerAnswer<typeof sentGifts>> {
  const after = parseCursor(query.cursor);
  const found = await listSent(deps.db, userId, {
    after,
    limit: query.limit + 1,
    requestId: query.requestId,
  });
  const { shown, nextCursor } = pageOf(found, query.limit);
  return { gifts: await describeSentGifts(deps.db, shown), nextCursor };
}

function describeReceivedGift({ keys }: Pick<Deps, 'keys'>, gift: ListedGift, userId: string): ReceivedGift {
  const { senderName, message } = shownGift(gift);
  return {
    voucherId: gift.id,
    status: statusOf(gift),
    value: shillingsOf(gift.faceCents),
    balance: shillingsOf(gift.balanceCents),
    senderName,
    message,
    cloth: cloth.parse(gift.cloth),
    lastFour: gift.codeLastFour,
    claimToken: decrypt(keys, gift.claimTokenSealed),
    deliveredAt: gift.deliverAt.toISOString(),
    expiresAt: lastMomentOf(gift).toISOString(),
    heldAmount: shillingsOf(gift.heldCents),
    isFrozen: gift.isFrozen,
    isThanked: gift.thankedAt !== null,
    isOpened: gift.openedAt !== null,
    canBeClaimed: isClaimable(gift),
    canBeThanked: gift.buyerId !== null && gift.buyerId !== userId && gift.thankedAt === null,
  };
}
