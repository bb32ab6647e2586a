import { formatKes } from '@zawadi/contract/money';
import type { TransactionDetail } from './describe-transaction.ts';

type Refunded = {
  transaction: Pick<TransactionDetail['transaction'], 'type' | 'amount' | 'reference'>;
  voucher: Pick<NonNullable<TransactionDetail['voucher']>, 'value' | 'balance'>;
};

type RefundWords = { amount: string; effect: string; said: string };

/** Which way the money of a refund goes: by M-PESA when nothing is spent, else to the buyer's wallet. */
export function refundWords({ transaction, voucher: { value, balance } }: Refunded): RefundWords {
  if (balance < value) {
    return {
      amount: formatKes(balance),
      effect: `A part is spent, so the ${formatKes(balance)} that are left go to the buyer’s wallet. Our fee is not given back.`,
      said: 'What was left is in the buyer’s wallet.',
    };
  }
  const isPayment = transaction.type === 'Deposit';
  const amount = isPayment ? formatKes(transaction.amount) : 'all';
  if (isPayment && transaction.reference === undefined) {
    return {
      amount,
      effect:
        'Nothing is spent, so all that was paid is given back, with our fee. It goes to the buyer’s wallet: without its receipt M-PESA cannot find the payment.',
      said: 'The money is in the buyer’s wallet.',
    };
  }
  return {
    amount,
    effect:
      'Nothing is spent, so all that was paid, with our fee, goes back by M-PESA to the phone that paid. If M-PESA cannot, it goes to the buyer’s wallet.',
    said: 'M-PESA is giving the payment back. It appears under this voucher’s transactions.',
  };
}
