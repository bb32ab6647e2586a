import type { HandlerInput, HoldObject, holdVoucher as endpoint } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { answerOnce, type Outcome } from '../../../platform/idempotency/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readUsedUpAt, usedAtOf, type RedeemedAt } from '../redemptions/index.ts';
import { readStopRefusal } from '../../services/stops/index.ts';
import { findNamedVoucher, lockValue, recordOpening } from '../vouchers/index.ts';
import { readHold } from './describe-hold.ts';
import { reserveValues } from './reserve-values.ts';
import { isKnownToMerchant } from './store.ts';

type Input = {
  merchantId: string;
  at: RedeemedAt;
  /** A voucher id, or a full code or alias as typed or scanned. */
  id: string;
  idempotencyKey: string | undefined;
  body: HandlerInput<typeof endpoint>['body'];
};

/**
 * Reserves value of a voucher for a merchant, who captures or releases it later. Redemption, claim, expiry and holds
 * all lock the voucher's balance, so the first wins and none takes held value.
 * @throws Refusal as the contract lists them
 */
export async function holdVoucher(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, at, id, idempotencyKey, body }: Input,
): Promise<Outcome<HoldObject>> {
  if (idempotencyKey === undefined) throw new Refusal('idempotency_key_missing');
  const meant = await findNamedVoucher(deps, id);
  if (!meant) throw new Refusal('voucher_not_found');
  const { voucherId } = meant;
  const call = `POST /api/v1/vouchers/${voucherId}/hold`;
  const stop = await readStopRefusal(deps.db, 'redeeming');
  return answerOnce(deps, { callerId: merchantId, idempotencyKey, call, body }, async (tx) => {
    if (stop) throw stop;
    const voucher = await lockValue(tx, { voucherId });
    // Look the code up again under the lock: if the buyer has just corrected the recipient, the voucher has a new code.
    const named = meant.by === 'id' ? meant : await findNamedVoucher({ db: tx, keys: deps.keys }, id);
    const isNamed =
      named?.by === 'id' ? await isKnownToMerchant(tx, { merchantId, voucherId }) : named?.by === 'code';
    if (!isNamed) throw new Refusal('voucher_not_found');
    const [outcome] = await reserveValues(tx, [{ merchantId, at, voucher, body }]);
    if (!outcome) throw new Error(`The hold of ${voucherId} has no outcome.`);
    if ('refusal' in outcome) {
      const { refusal, ...details } = outcome;
      const usedUp = refusal === 'voucher_used' ? await readUsedUpAt(tx, [voucherId]) : undefined;
      throw new Refusal(refusal, { ...details, ...usedAtOf(usedUp?.get(voucherId)) });
    }
    await recordOpening(tx, deps, voucher, 'held');
    return readHold(tx, { merchantId, holdId: outcome.reserved.hold.id });
  });
}
