import { formatKes, shillingsOf } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { formatCents } from '../../../platform/format-cents.ts';
import type { Db } from '../../../platform/db/database.ts';
import { FileAnswer } from '../../../platform/file.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { onPaper, tableDocument, type Column } from '../../money/receipts/index.ts';
import { invoiceContent, type InvoiceContent } from './content.ts';
import { nameOf } from './list-invoices.ts';
import { findInvoice } from './store.ts';

type Line = InvoiceContent['lines'][number];

const COLUMNS: Column<Line>[] = [
  {
    heading: 'Paid on',
    text: ({ paidAt }) => onPaper(new Date(paidAt), 'moment'),
    isMuted: true,
    share: 0.24,
  },
  { heading: 'Settlement', text: ({ batchId }) => batchId },
  {
    heading: 'Settled',
    text: ({ amountCents }) => formatKes(shillingsOf(amountCents)),
    align: 'right',
    share: 0.2,
  },
  { heading: 'Fee', text: ({ feeCents }) => formatKes(shillingsOf(feeCents)), align: 'right', share: 0.16 },
];

/**
 * Renders one invoice as issued, with its eTIMS number once there is one.
 * @param name `INV-000123`
 * @param merchantId its required owner
 * @throws Refusal `not_found`
 */
export async function invoicePdf(
  deps: Pick<Deps, 'log' | 'clock'> & { db: Db },
  { name, merchantId }: { name: string; merchantId?: string },
): Promise<FileAnswer> {
  const record = await findInvoice(deps.db, Number(name.slice('INV-'.length)), merchantId);
  if (!record) throw new Refusal('not_found');
  const { seller, buyer, lines, vat } = invoiceContent.parse(record.content);
  const number = nameOf(record.number);
  const month = onPaper(beginningOfNairobiDay(`${record.month}-01`), 'month');
  return new FileAnswer({
    contentType: 'application/pdf',
    fileName: `${number}.pdf`,
    content: tableDocument(deps, {
      title: ['Invoice', number],
      name: `Settlement fees, ${month}`,
      subtitle: '',
      parties: [
        { label: 'From', name: seller.name, detail: factsOf(seller) },
        { label: 'To', name: buyer.name, detail: factsOf(buyer) },
      ],
      facts: [
        ['Issued', onPaper(record.issuedAt, 'longDay')],
        ['eTIMS number', record.etimsNumber ?? 'Not available yet'],
        ['Settlements paid', lines.length.toLocaleString('en-KE')],
        ['Fees without VAT', formatCents(record.feeCents - record.vatCents)],
        ...vat.map(
          ({ vatBasisPoints, vatCents }) => [`VAT ${vatBasisPoints / 100} %`, formatCents(vatCents)] as const,
        ),
      ],
      total: ['Fees with VAT', formatCents(record.feeCents)],
      note: 'The fees were kept back from the settlements below. Nothing is left to pay.',
      columns: COLUMNS,
      pages: [lines],
    }),
  });
}

function factsOf({ kraPin, address }: { kraPin: string; address: string }): string {
  return [address, kraPin === '' ? '' : `KRA PIN ${kraPin}`].filter((text) => text !== '').join(', ');
}
