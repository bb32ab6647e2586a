import { shillingsOf } from '@zawadi/contract';
import { csvLine } from '../../platform/csv.ts';
import type { Db } from '../../platform/db/database.ts';
import { nairobiDay } from '../../platform/nairobi-time.ts';
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

/** Approved batches that no API pays, for the bank's own upload. A batch stays in it until it is marked. */
export async function writeBankFile(db: Db): Promise<Buffer> {
  const orders = await listBankOrders(db);
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
