import type { CallAnswer } from '@zawadi/contract/endpoint';
import { sample } from '@zawadi/contract/example-values';
import { readTransaction, type ListedTransaction } from '@zawadi/contract/transactions';
import { readVoucherForAdmin } from '@zawadi/contract/transactions-voucher';
import { answer } from '../../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../../testing/empty-answer.ts';

type Detail = CallAnswer<typeof readTransaction>;

/**
 * Makes a gift of KES 1,000, paid by Amina Wanjiru.
 * @param details fields that differ
 */
export function aPayment(details: Partial<ListedTransaction> = {}): ListedTransaction {
  return {
    transactionId: sample.id,
    type: 'Deposit',
    date: '2026-11-20T09:00:00.000Z',
    person: 'Amina Wanjiru',
    amount: 1_000,
    fee: 50,
    netValue: 950,
    status: 'Success',
    reference: 'TKQ1AB2CD3',
    ...details,
  };
}

/** Makes the voucher of that gift, for Brian Otieno. */
export function itsVoucher(
  details: Partial<NonNullable<Detail['voucher']>> = {},
): NonNullable<Detail['voucher']> {
  return {
    ...emptyAnswer(readVoucherForAdmin).voucher,
    voucherId: sample.redemptionId,
    status: 'ACTIVE',
    value: 950,
    balance: 950,
    codeLastFour: '7K2M',
    senderName: 'Amina Wanjiru',
    recipientName: 'Brian Otieno',
    recipientPhone: '2547****222',
    expiresAt: '2027-11-20T09:00:00.000Z',
    latestValidTo: '2028-11-20',
    ...details,
  };
}

/**
 * Answers with the page of the gift's payment.
 * @param can actions on the payment and its voucher
 */
export function pageOfPayment(
  can: Partial<Detail['actions']> = {},
  { voucher = itsVoucher(), ...details }: Partial<Detail> = {},
) {
  const empty = emptyAnswer(readTransaction);
  return answer(readTransaction, {
    ...empty,
    transaction: aPayment(),
    voucher,
    actions: { ...empty.actions, ...can },
    ...details,
  });
}
