import { shillingsOf } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { collectFailures } from '../../../platform/jobs/process-due-rows.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { readMerchant } from '../../people/merchants/index.ts';
import { notify } from '../../services/messages/index.ts';
import { vatIn, type InvoiceContent } from './content.ts';
import { readInvoicing, readVatRates } from './invoicing.ts';
import { nameOf } from './list-invoices.ts';
import {
  completeMonth,
  insertInvoice,
  lastMonthOver,
  readBuyerDetails,
  readFeeLines,
  readFeesToInvoice,
} from './store.ts';

type Issued = { id: string; merchantId: string; number: number; month: string; feeCents: bigint };
type InvoiceDeps = Pick<Deps, 'db' | 'config' | 'keys' | 'log'>;

/**
 * Issues an invoice for every merchant and finished month with settlement fees but no invoice. Each invoice has its
 * own transaction. If the run stops, the issued numbers have no gap, and the next run continues.
 * @returns the number of issued invoices; 0 while no issuer is set
 */
export async function issueDueInvoices(deps: InvoiceDeps): Promise<number> {
  const { db } = deps;
  const invoicing = await readInvoicing(db);
  if (!invoicing) return 0;
  const vatOn = await readVatRates(db);
  const due = await readFeesToInvoice(db, invoicing.firstMonth);
  const failures = collectFailures(deps.log, 'an invoice cannot be issued');
  const incomplete = new Set<string>();
  let issued = 0;
  for (const { merchantId, month } of due) {
    const isDone = await failures.apart({ merchantId, month }, async () => {
      const content = await contentFor(db, { merchantId, month, seller: invoicing.seller, vatOn });
      const invoice = { id: newId(), merchantId, month, content, ...sumsOf(content) };
      if (await issue(deps, invoice)) issued += 1;
    });
    if (!isDone) incomplete.add(month);
  }
  const months = monthsFrom(invoicing.firstMonth, await lastMonthOver(db));
  for (const month of months.filter((one) => !incomplete.has(one))) await completeMonth(db, month);
  failures.rethrow();
  return issued;
}

/**
 * Issues one invoice.
 * @returns false if the merchant already has an invoice for that month
 */
function issue(deps: InvoiceDeps, invoice: Parameters<typeof insertInvoice>[1]): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const number = await insertInvoice(tx, invoice);
    if (number !== null) await notifyIssued(tx, deps, { ...invoice, number });
    return number !== null;
  });
}

/**
 * Issues due invoices on an administrator's request. The audit entry is written before the first invoice.
 * @throws Refusal `seller_missing`
 */
export async function issueByHand(deps: InvoiceDeps, auditor: Auditor): Promise<{ issued: number }> {
  const invoicing = await readInvoicing(deps.db);
  if (!invoicing) throw new Refusal('seller_missing');
  const due = await readFeesToInvoice(deps.db, invoicing.firstMonth);
  await inTransaction(deps.db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'invoices.issued',
      subjectKind: 'invoices',
      subjectId: 'list',
      after: { invoices: due.length, months: [...new Set(due.map(({ month }) => month))] },
    }),
  );
  return { issued: await issueDueInvoices(deps) };
}

async function notifyIssued(
  tx: Transaction,
  deps: InvoiceDeps,
  { id, merchantId, number, month, feeCents }: Issued,
): Promise<void> {
  await notify(tx, deps, {
    template: 'invoice-issued',
    data: {
      number: nameOf(number),
      month,
      amount: shillingsOf(feeCents),
      link: `${deps.config.publicUrl}/merchant/dashboard/settlements/invoices`,
    },
    email: (await readMerchant(tx, merchantId))?.contactEmail,
    dedupeKey: id,
  });
}

async function contentFor(
  db: Db,
  of: {
    merchantId: string;
    month: string;
    seller: InvoiceContent['seller'];
    vatOn: (at: Date) => number;
  },
): Promise<InvoiceContent> {
  const merchant = await readMerchant(db, of.merchantId);
  if (!merchant) throw new Error(`the merchant ${of.merchantId} of a fee does not exist`);
  const lines = (await readFeeLines(db, of)).map(({ paidAt, ...line }) => ({
    ...line,
    paidAt: paidAt.toISOString(),
    vatBasisPoints: of.vatOn(paidAt),
  }));
  return {
    seller: of.seller,
    buyer: {
      name: merchant.businessName,
      merchantCode: merchant.merchantCode,
      ...(await readBuyerDetails(db, of.merchantId)),
    },
    lines,
    vat: vatIn(lines),
  };
}

function sumsOf({ vat }: InvoiceContent): { feeCents: bigint; vatCents: bigint } {
  return {
    feeCents: vat.reduce((sum, { feeCents }) => sum + feeCents, 0n),
    vatCents: vat.reduce((sum, { vatCents }) => sum + vatCents, 0n),
  };
}

/** Lists every month `yyyy-MM` of a range, both ends included. */
function monthsFrom(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
