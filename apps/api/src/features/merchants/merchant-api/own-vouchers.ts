import type {
  HandlerAnswer,
  HandlerInput,
  IssuedVoucherObject,
  listVouchersByMachine,
  resendVoucherByMachine,
  voidVoucherByMachine,
} from '@zawadi/contract';
import { parseCursor } from '../../../platform/cursor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { resendByIssuer, voidByIssuer } from '../../money/vouchers/index.ts';
import { findIssued, issuedPage, voucherObjectOf } from '../merchant-vouchers/index.ts';
import { answerOnce, type Outcome } from '../../../platform/idempotency/index.ts';
import { earliestMomentOf, latestMomentOf } from '../../../platform/nairobi-time.ts';
import { findOwnVoucherId } from './read-voucher.ts';

type Query = HandlerInput<typeof listVouchersByMachine>['query'];

/**
 * Lists one page of the vouchers that a merchant has issued, newest first. Every page costs the same, however
 * far back.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listOwnVouchers(
  db: Db,
  { merchantId, query }: { merchantId: string; query: Query },
): Promise<HandlerAnswer<typeof listVouchersByMachine>> {
  const { limit, cursor, status, reference } = query;
  const [from, to] = [query['created[gte]'], query['created[lte]']];
  const filters = {
    status,
    reference,
    from: from === undefined ? undefined : earliestMomentOf(from),
    to: to === undefined ? undefined : latestMomentOf(to),
  };
  const after = parseCursor(cursor);
  const { shown, nextCursor } = await issuedPage(db, { merchantId, filters }, { after, limit });
  return {
    object: 'list',
    data: shown.map(voucherObjectOf),
    has_more: nextCursor !== undefined,
    next_cursor: nextCursor ?? null,
  };
}

type Change = { merchantId: string; id: string; idempotencyKey: string | undefined };

/**
 * Voids one of the merchant's own vouchers on an API call. Returns the remaining value to the merchant's balance.
 * @throws Refusal as the contract lists them
 */
export async function voidOwnVoucher(
  deps: Pick<Deps, 'db' | 'keys'>,
  { body, ...change }: Change & { body: HandlerInput<typeof voidVoucherByMachine>['body'] },
): Promise<Outcome<HandlerAnswer<typeof voidVoucherByMachine>>> {
  const { reason = '' } = body;
  const actionId = newId();
  return once(deps, { ...change, verb: 'void', body }, (tx, voucherId) =>
    voidByIssuer(tx, {
      actionId,
      voucherId,
      merchantId: change.merchantId,
      staffId: null,
      reason: reason === '' ? null : reason,
    }),
  );
}

/**
 * Sends the recipient of one of the merchant's own vouchers the same code and link again.
 * @throws Refusal as the contract lists them
 */
export async function resendOwnVoucher(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  change: Change,
): Promise<Outcome<HandlerAnswer<typeof resendVoucherByMachine>>> {
  const { merchantId } = change;
  const resendId = newId();
  return once(deps, { ...change, verb: 'resend', body: {} }, (tx, voucherId) =>
    resendByIssuer(tx, deps, { merchantId, staffId: null, voucherId, resendId }),
  );
}

async function once(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, id, idempotencyKey, verb, body }: Change & { verb: 'void' | 'resend'; body: object },
  change: (tx: Transaction, voucherId: string) => Promise<void>,
): Promise<Outcome<IssuedVoucherObject>> {
  if (idempotencyKey === undefined) throw new Refusal('idempotency_key_missing');
  const voucherId = await findOwnVoucherId(deps, { merchantId, id });
  const call = `POST /api/v1/vouchers/${voucherId}/${verb}`;
  return answerOnce(deps, { callerId: merchantId, idempotencyKey, call, body }, async (tx) => {
    await change(tx, voucherId);
    const voucher = await findIssued(tx, { merchantId, voucherId });
    if (!voucher) throw new Error(`voucher ${voucherId} does not exist`);
    return voucherObjectOf(voucher);
  });
}
