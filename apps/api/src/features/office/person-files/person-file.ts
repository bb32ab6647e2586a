import type { HandlerInput, personFilePdf } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { csvFile } from '../../../platform/csv.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { FileAnswer } from '../../../platform/file.ts';
import { maskContacts } from '../../../platform/mask-contacts.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readInvoicing } from '../../merchants/invoices/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { readIdentity, type IdentityFact } from '../fraud-cases/index.ts';
import { CSV_COLUMNS_ABOUT, pagesAbout, type TransactionAbout } from '../transactions/index.ts';
import { drawPersonFile } from './draw-person-file.ts';

type Asked = HandlerInput<typeof personFilePdf>['body'] & { userId: string; auditor: Auditor };

/**
 * Writes a consumer's transactions as CSV. The audit log records the download.
 * @throws Refusal not_found, period_reversed
 */
export async function makeCsv(deps: Pick<Deps, 'db' | 'clock'>, asked: Asked): Promise<FileAnswer> {
  await recordDownload(deps.db, asked, 'csv');
  return csvFile(fileNameOf(deps, asked), CSV_COLUMNS_ABOUT, transactionsOf(deps.db, asked));
}

/**
 * Makes a document with a consumer's identity and transactions. The audit log records the download.
 * @throws Refusal not_found, period_reversed
 */
export async function makePdf(deps: Pick<Deps, 'db' | 'clock' | 'log'>, asked: Asked): Promise<FileAnswer> {
  const identity = await recordDownload(deps.db, asked, 'pdf');
  const invoicing = await readInvoicing(deps.db);
  const content = drawPersonFile(deps, {
    ...asked,
    identity,
    institution: invoicing?.seller,
    pages: transactionsOf(deps.db, asked),
  });
  return new FileAnswer({
    contentType: 'application/pdf',
    fileName: `${fileNameOf(deps, asked)}.pdf`,
    content,
  });
}

async function recordDownload(
  db: Db,
  { userId, receiver, from, to, reason, auditor }: Asked,
  format: 'pdf' | 'csv',
): Promise<IdentityFact[]> {
  if (from > to) throw new Refusal('period_reversed');
  return inTransaction(db, async (tx) => {
    const identity = await readIdentity(tx, { userId, merchantId: null, administratorId: null });
    if (identity.length === 0) throw new Refusal('not_found');
    await recordAudit(tx, auditor, {
      action: 'user.file-downloaded',
      subjectKind: 'user',
      subjectId: userId,
      reason,
      after: { receiver, from, to, format },
    });
    return identity;
  });
}

/** A person may see the names of those who gave or got their gifts, but not their contacts. */
async function* transactionsOf(
  db: Db,
  { userId, receiver, ...period }: Asked,
): AsyncGenerator<TransactionAbout[]> {
  const pages = pagesAbout(db, { userId, merchantId: null, administratorId: null }, period);
  for await (const page of pages) {
    yield receiver === 'person'
      ? page.map((one) => ({ ...one, from: maskContacts(one.from), to: maskContacts(one.to) }))
      : page;
  }
}

function fileNameOf({ clock }: Pick<Deps, 'clock'>, { userId }: Asked): string {
  return `person-${userId.slice(-12)}-${nairobiDay(clock.now())}`;
}
