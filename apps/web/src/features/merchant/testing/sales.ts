import type { CallAnswer, CallInput } from '@zawadi/contract/endpoint';
import type { merchantTransactions, MerchantTransaction } from '@zawadi/contract/merchant-reports';

/** Names and typed texts of these tests, which stay untranslated. */
export const TYPED = [
  'Main shop',
  'Mama Njeri Groceries',
  'Njeri Kamau',
  'Brian Otieno',
  'Grace Wambui',
  'Hassan Abdi',
  'Wanjiku Kamau',
  'Juma Otieno',
];

/** Makes a redemption of Brian's voucher at the till; `details` overrides fields. */
export function saleOf(details: Partial<MerchantTransaction> = {}): MerchantTransaction {
  return {
    redemptionId: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d61',
    mpesaTxnId: 'UKP1A2B3C4',
    voucherId: '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11',
    codeLastFour: 'B3NE',
    cloth: 'asante',
    user: 'Brian Otieno',
    phone: '2547••••0111',
    date: new Date().toISOString(),
    status: 'Completed',
    amount: 300,
    servedBy: 'Wanjiku Kamau',
    place: 'Main shop',
    channel: 'portal',
    ...details,
  };
}

/** Three of today's redemptions, newest first. */
export const SALES = [
  saleOf({ redemptionId: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d63', user: 'Hassan Abdi', amount: 120 }),
  saleOf({ redemptionId: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d62', user: 'Grace Wambui', amount: 450 }),
  saleOf(),
];

/** Makes one page of the list of transactions, filtered and limited like the server's. */
export function salesPage(
  sales: readonly MerchantTransaction[],
  { search, status, cursor, limit }: Partial<NonNullable<CallInput<typeof merchantTransactions>['query']>>,
): CallAnswer<typeof merchantTransactions> {
  const fits = sales.filter(
    (one) =>
      (search === undefined || one.user.toLowerCase().includes(search)) &&
      (status === undefined || one.status === status || one.refundState === status.toLowerCase()),
  );
  const sumOf = (state: MerchantTransaction['status']) => {
    const amounts = fits.filter(({ status: one }) => one === state).map(({ amount }) => amount);
    return { count: amounts.length, amount: amounts.reduce((sum, amount) => sum + amount, 0) };
  };
  const first = Number(cursor ?? 0);
  const next = first + Number(limit ?? 20);
  return {
    transactions: fits.slice(first, next),
    ...(next < fits.length && { nextCursor: String(next) }),
    totals: {
      count: fits.length,
      isMore: false,
      amount: fits.reduce((sum, { amount }) => sum + amount, 0),
      completed: sumOf('Completed'),
      pending: sumOf('Pending'),
      reversed: sumOf('Failed'),
      isWhole: true,
    },
  };
}
