import type { FeesAndLimits } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { derivedId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { OrderKey } from '../../mpesa/orders/index.ts';
import { lockUser } from '../../people/users/index.ts';
import { requireRoomByUssd } from '../withdrawals/index.ts';
import { payFromWalletIn } from './pay-from-wallet.ts';
import { registerIn, type NewGift } from './register-purchase.ts';
import { openPrompt } from './start-purchase.ts';

/** A gift that a caller buys. The caller has checked the stop of buying and the block list. */
type Bought = {
  /** Words that name the cause, from which every id is derived. */
  cause: [string, string];
  buyerId: string;
  /** 254XXXXXXXXX, the number that the caller has proven just now. */
  msisdn: string;
  gift: NewGift;
  /** The fee that the buyer has read. */
  feeShillings: number;
  /** Without the consumer's own. */
  feesAndLimits: FeesAndLimits;
};

/**
 * Registers a gift, and opens the prompt to the buyer's own phone, in the caller's transaction. Send the order after the
 * session.
 * @throws Refusal registration_mismatch if the fee has changed since the buyer read it, and as the contract lists them
 *   for registering and starting a purchase
 */
export async function buyByPromptIn(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  bought: Bought,
): Promise<OrderKey> {
  const { buyerId, msisdn: partyA, feesAndLimits, cause } = bought;
  await lockUser(tx, buyerId);
  const homeId = await register(tx, deps, bought);
  const orderId = derivedId('ussd-prompt', ...cause);
  await openPrompt(tx, { buyerId, partyA, homeId, orderId, limits: feesAndLimits.limits });
  return { homeId, id: orderId };
}

/**
 * Registers a gift and pays it from the buyer's wallet, in the caller's transaction. The caller has checked the PIN and the
 * feature.
 * @param bought.mostByUssdShillings the most that leaves the wallet by USSD on one day in Nairobi
 * @throws Refusal as `buyByPromptIn`, and the reason why money cannot leave the wallet now, or not this amount
 */
export async function buyFromWalletIn(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  bought: Bought & { mostByUssdShillings: number },
): Promise<void> {
  const { buyerId, msisdn, gift, mostByUssdShillings, feesAndLimits: general } = bought;
  const user = await lockUser(tx, buyerId);
  await requireRoomByUssd(tx, deps, user, { msisdn, amountShillings: gift.amount, mostByUssdShillings });
  const homeId = await register(tx, deps, bought);
  await payFromWalletIn(tx, deps, { buyerId, homeId, general });
}

async function register(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  { cause, buyerId, msisdn: partyA, gift, feeShillings, feesAndLimits }: Bought,
): Promise<string> {
  const homeId = derivedId('ussd-purchase-home', ...cause);
  const id = derivedId('ussd-purchase', ...cause);
  const registration = { id, homeId, buyerId, partyA, gifts: [gift], feesAndLimits, isByUssd: true };
  const registered = await registerIn(tx, deps, registration);
  if (registered.feeShillings !== feeShillings) throw new Refusal('registration_mismatch');
  return homeId;
}
