import { derivedId } from '../../../platform/ids.ts';
import { findVoucher, thankIn, type Voucher } from '../vouchers/index.ts';
import { THANKS } from './buy-screens.ts';
import { say, type Call, type Shown } from './call.ts';
import { isForCaller } from './find-by-number.ts';
import { recordOutcome } from './outcome-store.ts';
import { namesOnPhone } from './shown-on-phone.ts';
import type { SessionData } from './store.ts';

/** Returns whether the recipient of a gift can still thank its buyer. */
export function canThank({ buyerId, thankedAt }: Pick<Voucher, 'buyerId' | 'thankedAt'>): boolean {
  return buyerId !== null && thankedAt === null;
}

/** Shows the thanks to choose from. */
export function askThanks(call: Call, data: SessionData): Shown {
  return { text: say(call, 'thanks', undefined), data };
}

/**
 * Sends thanks to the gift's buyer.
 * @throws Refusal already_thanked
 */
export async function takeThanks(
  call: Call,
  { giftId = '' }: SessionData,
  input: string,
): Promise<Shown | undefined> {
  const { tx, deps, language = 'en', sessionId, position } = call;
  const message = /^[1-3]$/u.test(input) ? THANKS[language][Number(input) - 1] : undefined;
  if (message === undefined) return undefined;
  const gift = await findVoucher(tx, giftId);
  if (!gift?.buyerId || !gift.isDelivered || !isForCaller(call, gift)) {
    return { text: say(call, 'gone', undefined), isLast: true };
  }
  const thanksId = derivedId('ussd-thanks', sessionId, String(position));
  await thankIn(tx, deps, { ...gift, buyerId: gift.buyerId }, { message, thanksId });
  await recordOutcome(call, 'thanked');
  return { text: say(call, 'thanked', { giver: namesOnPhone(gift).giver }), isLast: true };
}
