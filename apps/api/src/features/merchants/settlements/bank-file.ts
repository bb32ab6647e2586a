import { shillingsOf, type BankFile, type HandlerAnswer, type listBankFiles as list } from '@zawadi/contract';
import { csvLine } from '../../../platform/csv.ts';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { derivedId, newId } from '../../../platform/ids.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import {
  countWaitingForBank,
  insertBankFile,
  listBankFileMarks,
  listBankFileRows,
  lockBankOrders,
  readBankFileContent,
  type BankFileMark,
  type BankFileRow,
  type BankOrder,
} from './bank-file-store.ts';
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

/** Enough for a day. More batches go into a second file. */
const BATCHES_AT_MOST = 500;

/**
 * Makes a bank file of approved batches that are in no file. A batch that the bank did not pay can be in a later file
 * after its next approval.
 * @throws Refusal bank_file_empty
 */
export async function makeBankFile(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  auditor: Auditor,
): Promise<BankFile> {
  const { administratorId: madeBy } = auditor;
  const number = await inTransaction(db, async (tx) => {
    const orders = await lockBankOrders(tx, BATCHES_AT_MOST);
    if (orders.length === 0) throw new Refusal('bank_file_empty');
    const content = Buffer.from([HEADINGS, ...orders.map(cellsOf)].map(csvLine).join(''));
    const day = nairobiDay(clock.now());
    const made = await insertBankFile(tx, { id: newId(), madeBy, day, orders, content });
    await recordAudit(tx, auditor, {
      action: 'bank-file.made',
      subjectKind: 'bank-file',
      subjectId: made,
      after: { batches: orders.map(({ batchId }) => batchId) },
    });
    return made;
  });
  return readBankFile(db, { number, administratorId: madeBy });
}

/**
 * Reads the file for the bank. The audit log records each download.
 * @throws Refusal not_found
 */
export async function readBankFileForBank({ db }: Pick<Deps, 'db'>, number: string, auditor: Auditor) {
  return inTransaction(db, async (tx) => {
    const content = await readBankFileContent(tx, number);
    if (!content) throw new Refusal('not_found');
    await recordAudit(tx, auditor, {
      action: 'bank-file.downloaded',
      subjectKind: 'bank-file',
      subjectId: number,
    });
    return content;
  });
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

/** Lists bank files, newest first. */
export async function readBankFiles(
  db: Db,
  { administratorId, cursor, limit }: { administratorId: string; cursor?: string; limit: number },
): Promise<HandlerAnswer<typeof list>> {
  const rows = await listBankFileRows(db, { after: parseCursor(cursor), limit: limit + 1 });
  const { shown, nextCursor } = pageOf(
    rows.map((row) => ({ row, place: { instant: row.instant, id: row.id } })),
    limit,
  );
  return {
    bankFiles: await describe(
      db,
      shown.map(({ row }) => row),
      administratorId,
    ),
    nextCursor,
    waitingBatches: await countWaitingForBank(db),
  };
}

/** @throws Refusal not_found */
export async function readBankFile(
  db: Db,
  { number, administratorId }: { number: string; administratorId: string },
): Promise<BankFile> {
  const rows = await listBankFileRows(db, { number, limit: 1 });
  const [file] = await describe(db, rows, administratorId);
  if (!file) throw new Refusal('not_found');
  return file;
}

async function describe(db: Db, rows: readonly BankFileRow[], administratorId: string): Promise<BankFile[]> {
  const marks = await listBankFileMarks(
    db,
    rows.map(({ number }) => number),
  );
  return rows.map(({ number, madeBy, madeAt, batches, amountCents, paid, notPaid, open }) => ({
    number,
    madeBy,
    madeAt: madeAt.toISOString(),
    batches,
    amount: shillingsOf(amountCents),
    paid,
    notPaid,
    open,
    marks: describeMarks(
      marks.filter(({ bankFile }) => bankFile === number),
      administratorId,
    ),
  }));
}

/** Groups marks that one administrator made alike. The id of a group covers exactly its marks. */
export function groupMarks(marks: readonly BankFileMark[]): { markId: string; alike: BankFileMark[] }[] {
  const groups = Map.groupBy(marks, ({ outcome, reference, reason, proposedBy }) =>
    JSON.stringify([outcome, reference, reason, proposedBy]),
  );
  return [...groups.values()].map((alike) => {
    const ids = alike.map(({ id }) => id).toSorted();
    return { markId: derivedId('bank_file_mark', ids.join('/')), alike };
  });
}

function describeMarks(marks: readonly BankFileMark[], administratorId: string): BankFile['marks'] {
  return groupMarks(marks).flatMap(({ markId, alike: [first, ...others] }) => {
    if (!first) return [];
    const { outcome, reference, reason, proposedBy, proposedByName: markedBy } = first;
    return [
      {
        markId,
        outcome,
        reference: reference ?? undefined,
        reason: reason ?? undefined,
        markedBy,
        batches: 1 + others.length,
        canConfirm: proposedBy !== administratorId,
      },
    ];
  });
}
