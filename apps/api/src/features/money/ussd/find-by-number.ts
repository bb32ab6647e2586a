import { nameOfShop, parseVoucherAlias, shillingsOf } from '@zawadi/contract';
import { Refusal } from '../../../platform/refusal.ts';
import { listShops } from '../../people/merchants/index.ts';
import {
  countUnlessKnown,
  findNamedVoucher,
  findVoucher,
  isClaimable,
  recordOpening,
  spendingRefusal,
  type Voucher,
} from '../vouchers/index.ts';
import { lockCaller } from './add-to-wallet.ts';
import { say, type Call, type Shown } from './call.ts';
import { recordOutcome } from './outcome-store.ts';
import { showUnusable } from './refusal-screens.ts';
import { kesOnPhone, namesOnPhone, shopsOnPhone } from './shown-on-phone.ts';
import type { SessionData } from './store.ts';

/**
 * Finds a gift by its number, which opens the gift. An unknown number, a dead one, a spent gift and aliases that are
 * switched off get the same answer. A mistyped number is no guess.
 * @throws Refusal `too_many_requests`
 */
export async function findByNumber(call: Call, typed: string): Promise<SessionData | Shown> {
  const { tx, deps, msisdn, areAliasesOn, ussdLimits } = call;
  const alias = parseVoucherAlias(typed);
  if (alias === undefined) return { isWrong: true };
  // A later input may claim the gift. Claims lock the account first, then the gift.
  await lockCaller(call);
  const found = areAliasesOn
    ? await countUnlessKnown(
        tx,
        { db: tx, keys: deps.keys },
        {
          guesser: msisdn,
          alias,
          perHour: ussdLimits.wrongNumbersPerHour,
        },
      )
    : 'unknown';
  if (typeof found === 'number')
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(found) });
  const named = found === 'known' ? await findNamedVoucher({ db: tx, keys: deps.keys }, alias) : undefined;
  const gift = named?.by === 'code' ? await findVoucher(tx, named.voucherId) : undefined;
  if (!gift?.isDelivered || spendingRefusal(gift)) {
    return { text: say(call, 'unknownNumber', undefined), isLast: true };
  }
  await recordOpening(tx, deps, gift, 'code-typed');
  await recordOutcome(call, 'looked-up');
  return { giftId: gift.id, isByNumber: true };
}

/** Shows value and shops of a gift that was found by its number. */
export async function showNumberedGift(call: Call, { giftId = '' }: SessionData): Promise<Shown> {
  const gift = await findVoucher(call.tx, giftId);
  if (!gift) throw new Error('A gift of a session does not exist.');
  const refusal = spendingRefusal(gift);
  if (refusal) return showUnusable(call, gift.id, refusal);
  const { shops } = await listShops(call.tx, gift.issuerMerchantId);
  const text = say(call, 'numberedGift', {
    value: kesOnPhone(shillingsOf(gift.balanceCents)),
    giver: namesOnPhone(gift).giver,
    shops: shopsOnPhone(shops.map(nameOfShop)),
    canAdd: isForCaller(call, gift) && isClaimable(gift),
  });
  return { text };
}

/** Returns whether a gift was sent to the caller's number. */
export function isForCaller(
  { msisdn }: Pick<Call, 'msisdn'>,
  gift: Pick<Voucher, 'recipientMsisdn'>,
): boolean {
  return gift.recipientMsisdn === msisdn;
}
