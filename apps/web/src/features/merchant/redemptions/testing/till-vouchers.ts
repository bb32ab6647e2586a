import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { sample } from '@zawadi/contract/example-values';
import type { TillRedemption, TillVoucher } from '@zawadi/contract/redemptions';
import { checkSymbol, formatVoucherCode } from '@zawadi/contract/voucher-code';

export const TILL = '/merchant/dashboard/redeem';

const SYMBOLS = '123456789ABCDEF';
export const CODE = formatVoucherCode(SYMBOLS + checkSymbol(SYMBOLS));

/** Makes Esther's unspent voucher of KES 950, with the given details changed. */
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

/** Makes its redemption of KES 950 by Juma Ali at Mama Njeri's in Nakuru, with the given details changed. */
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

/** Returns the four boxes of the code, in order. */
export function codeBoxes(): HTMLInputElement[] {
  return screen.getAllByRole<HTMLInputElement>('textbox').filter(({ name }) => name.startsWith('code-'));
}

/** Pastes a code, as from a customer's message. */
export async function pasteCode(person: UserEvent, code: string): Promise<void> {
  await screen.findAllByRole('textbox');
  const [first] = codeBoxes();
  if (first === undefined) throw new Error('no box for a code');
  await person.click(first);
  await person.paste(code);
}
