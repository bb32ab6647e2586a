import { parseCodeOrAlias, type TillRedemption } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { ActorOf } from '../../../http/actor.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findWorkplace } from '../../people/merchants/index.ts';
import { describeRedemption } from './describe-redemption.ts';
import type { Redeemer } from './redeem-voucher.ts';
import { requireActiveMerchant } from './require-active-merchant.ts';
import { findRedemption } from './till-store.ts';

type Input = {
  actor: ActorOf<'merchant'>;
  code: string;
  /** Amount to redeem; undefined for the whole balance. */
  amountShillings: number | undefined;
  attemptId: string;
  /** Where the device is; it counts for members of all places. */
  placeId?: string | undefined;
  /** Name of the device. */
  till?: string | undefined;
  /** Why nothing new may be redeemed, though a retry gets its first answer. */
  obstacle?: Refusal | undefined;
};

/**
 * Redeems a voucher at the till page, through the same batches as the API. After a lost answer the page sends the
 * same `attemptId` again and gets the stored answer; the voucher is spent once.
 * @throws Refusal as the contract lists them
 */
export async function redeemAtTill(
  deps: Pick<Deps, 'db'> & { redeemer: Redeemer },
  { actor, code, amountShillings, attemptId, placeId, till, obstacle }: Input,
): Promise<{ answer: TillRedemption; isReplay: boolean }> {
  const { merchantId, staffId, staffRole } = actor;
  await requireActiveMerchant(deps.db, merchantId);
  // Refuses voucher ids, unlike the API: at a till, the code or alias proves that the customer has the voucher.
  if (parseCodeOrAlias(code) === undefined) throw new Refusal('voucher_not_found');
  const workplace = await findWorkplace(deps.db, { merchantId, staffId, placeId }).catch(asRefusal);
  const outcome = await deps.redeemer.redeem({
    merchantId,
    id: code,
    amountShillings,
    idempotencyKey: attemptId.toLowerCase(),
    server: { channel: 'portal', staffId },
    at: { placeId: workplace instanceof Refusal ? merchantId : workplace, till: till ?? null },
    obstacle: obstacle ?? (workplace instanceof Refusal ? workplace : undefined),
  });
  if ('refusal' in outcome) throw outcome.refusal;
  const { id } = outcome.answer.redemption;
  const row = await findRedemption(deps.db, merchantId, id);
  if (!row) throw new Error(`redemption ${id} was answered and does not exist`);
  return { answer: describeRedemption(row, staffRole), isReplay: outcome.isReplay };
}

/** The place may have closed after the first try, whose answer the page still needs. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
