import { shortReference } from '@zawadi/contract/short-reference';
import type { ListedTransaction } from '@zawadi/contract/transactions';

/** What callers read out: the receipt of M-PESA, the bank or our batch, over the short reference of ours. */
export function ReceiptAndId({
  reference,
  transactionId,
}: Pick<ListedTransaction, 'reference' | 'transactionId'>) {
  return (
    <span className="receipt-and-id code" title={transactionId}>
      {reference !== undefined && <b>{reference}</b>}
      <span className="muted">{shortReference(transactionId)}</span>
    </span>
  );
}
