import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { sample } from '@zawadi/contract/example-values';
import type { TillRedemption, TillVoucher } from '@zawadi/contract/redemptions';
import { checkSymbol, formatVoucherCode } from '@zawadi/contract/voucher-code';

export const TILL = '/merchant/dashboard/redeem';

const SYMBOLS = '123456789ABCDEF';
export const CODE = formatVoucherCode(SYMBOLS + checkSymbol(SYMBOLS));

/** Makes an unspent voucher of KES 950 for Esther; `details` overrides fields. */
export function voucherFound(details: Partial<TillVoucher> = {}): TillVoucher {
  return {
    voucherId: sample.id,
    status: 'ACTIVE',
    value: 950,
    balance: 950,
    codeLastFour: CODE.slice(-4),
    recipientName: 'Esther W.',
    cloth: 'asante',
    expiresAt: '2028-11-20T20:59:59.999Z',
    isRedeemable: true,
    ...details,
  };
}

/** Makes a redemption of Esther's KES 950 by Juma Ali at Mama Njeri's in Nakuru; `details` overrides fields. */
export function redemptionDone(details: Partial<TillRedemption> = {}): TillRedemption {
  return {
    redemptionId: sample.id,
    voucherId: sample.id,
    codeLastFour: CODE.slice(-4),
    recipientName: 'Esther W.',
    cloth: 'asante',
    amount: 950,
    balance: 0,
    redeemedAt: '2026-11-20T09:00:00.000Z',
    businessName: 'Mama Njeri Groceries',
    shopAddress: 'Kenyatta Avenue, Nakuru',
    shopPhone: '0722 000 103',
    expiresAt: '2028-11-20T20:59:59.999Z',
    servedBy: 'Juma Ali',
    channel: 'portal',
    canBeReversed: true,
    ...details,
  };
}

/** Returns the four inputs of the code, in order. */
export function codeBoxes(): HTMLInputElement[] {
  return screen.getAllByRole<HTMLInputElement>('textbox').filter(({ name }) => name.startsWith('code-'));
}

/** Pastes a code into the first input, as a cashier does with a customer's message. */
export async function pasteCode(person: UserEvent, code: string): Promise<void> {
  await screen.findAllByRole('textbox');
  const [first] = codeBoxes();
  if (first === undefined) throw new Error('no box for a code');
  await person.click(first);
  await person.paste(code);
}
