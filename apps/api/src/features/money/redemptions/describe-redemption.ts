import { shillingsOf, type MemberRole, type TillRedemption } from '@zawadi/contract';
import { describeBill } from './bills-store.ts';
import type { RedemptionRow } from './till-store.ts';

/**
 * Describes a redemption to its merchant's staff.
 * @param staffRole role of the viewer: a cashier may not reverse
 */
export function describeRedemption(row: RedemptionRow, staffRole: MemberRole): TillRedemption {
  return {
    redemptionId: row.redemptionId,
    voucherId: row.voucherId,
    codeLastFour: row.codeLastFour,
    recipientName: shortName(row.recipientName),
    cloth: row.cloth,
    amount: shillingsOf(row.amountCents),
    balance: shillingsOf(row.balanceAfterCents),
    redeemedAt: row.redeemedAt.toISOString(),
    businessName: row.businessName,
    shopAddress: shopAddressOf(row),
    shopPhone: row.shopPhoneMsisdn ?? undefined,
    expiresAt: row.expiresAt.toISOString(),
    servedBy: row.servedBy,
    place: row.place ?? undefined,
    till: row.till ?? undefined,
    channel: row.channel,
    reversedAt: row.reversedAt?.toISOString(),
    bill: describeBill(row),
    canBeReversed: row.isReversible && staffRole !== 'cashier',
  };
}

/**
 * Returns the street address, such as `Kenyatta Avenue, Nakuru`. A shop outside the listed towns has its town in
 * `street`.
 */
export function shopAddressOf({ street, town }: Pick<RedemptionRow, 'street' | 'town'>): string | undefined {
  return [street, town === 'Other' ? null : town].filter((part) => part !== null).join(', ') || undefined;
}

/** Shortens a name to `Kip R.`: enough to greet a customer, not enough to look them up. */
export function shortName(fullName: string): string {
  const [first = '', ...rest] = fullName.trim().split(/\s+/u);
  const initial = [...(rest.at(-1) ?? '')][0];
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`;
}
