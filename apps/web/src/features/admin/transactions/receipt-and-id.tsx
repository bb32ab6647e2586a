import { shortReference } from '@zawadi/contract/short-reference';
import type { ListedTransaction } from '@zawadi/contract/transactions';

/**
 * References that people read out on the phone: the receipt of M-PESA, the bank or our batch, above our own short
 * reference.
 */
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
