import { shillingsOf } from '@zawadi/contract';
import { csvLine } from '../../../platform/csv.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { listBankOrders, type BankOrder } from './batch-entries-store.ts';
import { readDestination } from './destination.ts';

const HEADINGS = [
  'Batch ID',
  'Merchant code',
  'Beneficiary',
  'Bank',
  'Pay bill',
  'Account number',
  'Amount (KES)',
  'Approved on',
];

/**
 * Writes the bank file: approved batches that an administrator must pay through the bank. A batch stays in the file
 * until its outcome is confirmed. The audit log records each download.
 */
export async function writeBankFile({ db }: Pick<Deps, 'db'>, auditor: Auditor): Promise<Buffer> {
  const orders = await inTransaction(db, async (tx) => {
    const found = await listBankOrders(tx);
    await recordAudit(tx, auditor, {
      action: 'settlements.exported',
      subjectKind: 'settlements',
      subjectId: 'bank-file',
      after: { batches: found.map(({ batchId }) => batchId) },
    });
    return found;
  });
  return Buffer.from([HEADINGS, ...orders.map(cellsOf)].map(csvLine).join(''));
}

function cellsOf({ channel, ...order }: BankOrder): string[] {
  const to = readDestination(channel);
  const isAccount = to.kind === 'bank' || to.kind === 'paybill';
  return [
    order.batchId,
    order.merchantCode,
    order.businessName,
    to.kind === 'bank' ? to.bankName : '',
    isAccount ? to.payBillNumber : '',
    isAccount ? to.accountNumber : '',
    String(shillingsOf(order.netCents)),
    nairobiDay(order.startedAt),
  ];
}
