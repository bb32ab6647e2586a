import { shillingsOf, nameOfShop } from '@zawadi/contract';
import { listShops } from '../../people/merchants/index.ts';
import { findVoucher, showCodeIn, spendingRefusal } from '../vouchers/index.ts';
import { say, type Call, type Shown } from './call.ts';
import { isForCaller } from './find-by-number.ts';
import { kesOnPhone, namesOnPhone, shopsOnPhone } from './shown-on-phone.ts';
import type { SessionData } from './store.ts';

/** Shows value, code and alias of a gift to this number. This opens the gift. The PIN was right. */
export async function showGiftCode(call: Call, { giftId = '' }: SessionData): Promise<Shown> {
  const { tx, deps, areAliasesOn } = call;
  const gift = await findVoucher(tx, giftId);
  if (!gift?.isDelivered || !isForCaller(call, gift) || spendingRefusal(gift)) {
    return { text: say(call, 'gone', undefined), isLast: true };
  }
  const shown = await showCodeIn(tx, deps, gift, { opening: 'code-shown-by-ussd', areAliasesOn });
  const { shops } = await listShops(tx, gift.issuerMerchantId);
  const text = say(call, 'giftCode', {
    value: kesOnPhone(shillingsOf(gift.balanceCents)),
    giver: namesOnPhone(gift).giver,
    shops: shopsOnPhone(shops.map(nameOfShop)),
    ...shown,
  });
  return { text, isLast: true };
}
