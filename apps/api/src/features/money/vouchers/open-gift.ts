import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { markOpened } from './change-gift-store.ts';
import { notifyBuyers } from './notify-buyer.ts';
import { findVoucher, findVouchers, insertActivities, type Voucher } from './store.ts';

/**
 * Acts that open a gift, with the texts of their activities. Loading the page does not open it, because mail scanners
 * and link previews load pages, too.
 */
const ACTS = {
  'code-shown': 'Code shown on the gift page',
  'code-shown-in-wallet': 'Code shown in the wallet',
  'code-shown-by-ussd': 'Code shown by USSD',
  printed: 'Printed',
  thanked: 'Thanks sent',
  'code-typed': 'Code typed by a consumer',
  'looked-up': 'Code looked up by a shop',
  held: 'Held by a shop',
  redeemed: 'Redeemed at a shop',
} as const;

export type Opening = keyof typeof ACTS;

type Openable = Pick<
  Voucher,
  'id' | 'claimTokenSealed' | 'openedAt' | 'buyerId' | 'recipientName' | 'recipientMsisdn' | 'recipientEmail'
>;

/** Records the first act that opens a gift, and notifies the buyer. Later acts change nothing. */
export async function openGift(
  deps: Pick<Deps, 'db' | 'keys'>,
  voucher: Openable,
  opening: Opening,
): Promise<void> {
  if (voucher.openedAt !== null) return;
  await inTransaction(deps.db, (tx) => recordOpening(tx, deps, voucher, opening));
}

/** Marks gifts as opened, from which a shop has redeemed or held value. */
export async function openRedeemed(deps: Pick<Deps, 'db' | 'keys'>, voucherIds: string[]): Promise<void> {
  const found = await findVouchers(deps.db, [...new Set(voucherIds)]);
  const unopened = found.flatMap((voucher) => (voucher?.openedAt === null ? [voucher] : []));
  if (unopened.length === 0) return;
  await inTransaction(deps.db, (tx) => recordOpenings(tx, deps, unopened, 'redeemed'));
}

/** Marks a gift as opened, which a shop has looked up by its code. */
export async function openLookedUp(
  deps: Pick<Deps, 'db' | 'keys'>,
  { voucherId, openedAt }: { voucherId: string; openedAt: Date | null },
): Promise<void> {
  const voucher = openedAt === null ? await findVoucher(deps.db, voucherId) : undefined;
  if (voucher?.isDelivered) await openGift(deps, voucher, 'looked-up');
}

/**
 * Marks a gift as opened, in the caller's transaction. Notifies no buyer if the act is a thanks, which has its own
 * message.
 */
export function recordOpening(
  tx: Transaction,
  deps: { keys: Keys },
  voucher: Openable,
  opening: Opening,
): Promise<void> {
  return recordOpenings(tx, deps, [voucher], opening);
}

async function recordOpenings(
  tx: Transaction,
  deps: { keys: Keys },
  vouchers: Openable[],
  opening: Opening,
): Promise<void> {
  const unopened = vouchers.filter(({ openedAt }) => openedAt === null);
  if (unopened.length === 0) return;
  const marked = await markOpened(tx, unopened);
  const opened = unopened.filter(({ id }) => marked.has(id));
  if (opened.length === 0) return;
  await insertActivities(
    tx,
    opened.map(({ id }) => ({
      voucher_id: id,
      id: newId(),
      kind: 'OPENED',
      actor_kind: 'anyone',
      reason: ACTS[opening],
    })),
  );
  if (opening !== 'thanked') await notifyBuyers(tx, deps, opened, 'gift-opened');
}
