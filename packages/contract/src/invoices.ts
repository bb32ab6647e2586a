import { z } from 'zod';
import { adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { basedOn, settableNumber, settingVersion } from './settings-versions.ts';
import { administratorRoles } from './roles.ts';
import { count, shillings } from './money.ts';
import { cursor, day, requiredLine, shortText, timestamp, uuid } from './text.ts';
import { plainSymbols } from './pasted.ts';

const ofInvoices = { audience: 'admin', roles: administratorRoles.everybody, tag: 'Invoices' } as const;
const rate = { perMinute: 120 };

/** A KRA PIN such as `P051234567X`: P for a company, A for a person. */
export const kraPin = z
  .string()
  .overwrite(plainSymbols)
  .toUpperCase()
  .regex(/^[AP][0-9]{9}[A-Z]$/u, { error: 'Please enter a KRA PIN such as P051234567X' });

const address = shortText.refine((text) => text.length > 0, { error: 'Please enter an address' });

/** A month in Nairobi, such as `2026-10`. */
export const month = z.string().regex(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/u, { error: 'Please choose a month' });

/** An invoice number such as `INV-000123`. Numbers have no gaps. */
export const invoiceNumber = z
  .string()
  .overwrite(plainSymbols)
  .toUpperCase()
  .regex(/^INV-[0-9]{6,9}$/u, { error: 'This is not the number of an invoice' });

const etimsNumber = z
  .string()
  .overwrite(plainSymbols)
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9/-]{2,59}$/u, {
    error: 'Please enter the number as it stands on the eTIMS invoice, such as KRAMW012202207054377/12',
  });

/** The issuer of invoices, the VAT rate on fees, and the first month with invoices. */
export const invoicing = z.object({
  seller: z.object({ name: requiredLine(80), kraPin, address }),
  /** In hundredths of a percent of the fee without VAT: 1600 is 16 %. The fees that merchants pay include VAT. */
  vatBasisPoints: settableNumber(0, 5_000, 'Please enter hundredths of a percent'),
  firstMonth: month,
});
export type Invoicing = z.infer<typeof invoicing>;

/** The settings as stored, without the rules for new settings. */
const storedInvoicing = z.object({
  seller: z.object({ name: z.string(), kraPin: z.string(), address: z.string() }),
  vatBasisPoints: count,
  firstMonth: z.string(),
});

export const invoicingVersion = settingVersion.extend({ invoicing: storedInvoicing });
export type InvoicingVersion = z.infer<typeof invoicingVersion>;

const invoicingState = z.object({
  /** Absent until an administrator sets up invoicing. No invoice is issued before. */
  invoicing: storedInvoicing.optional(),
  /** The VAT rate before the first version, in hundredths of a percent. */
  initialVatBasisPoints: count,
  versions: z.array(invoicingVersion),
  latestVersionId: basedOn,
});

export const readInvoicing = endpoint({
  ...ofInvoices,
  method: 'GET',
  path: '/api/admin/v1/invoices/settings',
  summary: 'Get the issuer of invoices, the VAT rate, and their past versions',
  answer: invoicingState,
  refusals: [],
});

export const changeInvoicing = endpoint({
  ...ofInvoices,
  method: 'POST',
  path: '/api/admin/v1/invoices/settings',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary: 'Change it now or from a day on; a fee has the VAT rate of the day on which it was earned',
  body: z.object({
    invoicing,
    /** A future day in Nairobi; the change takes effect at once if absent. */
    effectiveFrom: day.optional(),
    reason: adminReason,
    basedOn,
  }),
  example: {
    body: {
      invoicing: {
        seller: { name: 'Zawadi Gifts Ltd', kraPin: 'P051234567X', address: 'Moi Avenue 1, Nairobi' },
        vatBasisPoints: 1_600,
        firstMonth: '2026-10',
      },
      effectiveFrom: '2027-06-30',
      reason: sample.reason,
      basedOn: sample.id,
    },
  },
  answer: invoicingState,
  message: 'Saved',
  refusals: ['setting_changed', 'setting_same', 'effective_day_invalid'],
  rate: { perMinute: 30 },
});

export const withdrawInvoicing = endpoint({
  ...ofInvoices,
  method: 'POST',
  path: '/api/admin/v1/invoices/settings/:versionId/withdraw',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary: 'Withdraw a change that is not in force yet',
  params: z.object({ versionId: uuid }),
  body: z.object({ reason: adminReason }),
  example: { params: { versionId: sample.id }, body: { reason: sample.reason } },
  answer: invoicingState,
  message: 'Taken back',
  refusals: ['not_found', 'setting_in_force'],
  rate: { perMinute: 30 },
});

const cents = count;

/** An invoice for one merchant's settlement fees of one month. */
export const invoice = z.object({
  number: z.string(),
  month: z.string(),
  issuedAt: timestamp,
  merchantCode: z.string(),
  /** The name on the invoice. The merchant may have another name now. */
  buyerName: z.string(),
  /** All fees of the month, with VAT. */
  amount: shillings,
  /** The VAT part of the amount and the rest, both in cents. */
  vatCents: cents,
  netCents: cents,
  /** The invoice's number in KRA's eTIMS, once finance has entered it. */
  etimsNumber: z.string().optional(),
});
export type Invoice = z.infer<typeof invoice>;

/** Filters of a list or a file. */
const filters = z.object({
  month: month.optional(),
  merchantCode: shortText.optional(),
  etims: z.enum(['missing', 'entered']).optional(),
});
export type InvoiceFilters = z.infer<typeof filters>;

/** Parameters of one page of a list. */
export const invoicePage = {
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};

export const listInvoices = endpoint({
  ...ofInvoices,
  method: 'GET',
  path: '/api/admin/v1/invoices',
  summary: 'List invoices to merchants, newest first, and months still to be invoiced',
  query: filters.extend(invoicePage),
  answer: z.object({
    invoices: z.array(invoice),
    nextCursor: cursor.optional(),
    /** Totals of all filtered invoices. */
    totals: z.object({ count, amount: count, vatCents: cents }),
    /** Past months with fees but without invoices, oldest first. Empty until invoicing is set up. */
    toIssue: z.array(z.object({ month: z.string(), merchants: count, amount: count })),
    isSetUp: z.boolean(),
  }),
  refusals: ['validation_failed'],
  rate,
});

export const invoicesCsv = endpoint({
  ...ofInvoices,
  method: 'GET',
  path: '/api/admin/v1/invoices.csv',
  summary: 'Download the filtered invoices as a file: invoices-{month, or yyyy-MM-dd}.csv',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});

export const ofInvoice = z.object({ number: invoiceNumber });
export const sampleInvoice = { number: 'INV-999999' };

export const adminInvoicePdf = endpoint({
  ...ofInvoices,
  method: 'GET',
  path: '/api/admin/v1/invoices/:number/pdf',
  summary: 'Download one invoice to print: {number}.pdf',
  params: ofInvoice,
  example: { params: sampleInvoice },
  answer: z.unknown(),
  isExport: true,
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});

export const issueInvoices = endpoint({
  ...ofInvoices,
  method: 'POST',
  path: '/api/admin/v1/invoices/issue',
  roles: administratorRoles.money,
  summary: 'Issue outstanding invoices for past months; issued ones stay as they are',
  body: z.object({}),
  example: { body: {} },
  answer: z.object({ issued: count }),
  message: 'Issued',
  refusals: ['seller_missing'],
  rate: { perMinute: 10 },
});

export const enterEtimsNumber = endpoint({
  ...ofInvoices,
  method: 'POST',
  path: '/api/admin/v1/invoices/:number/etims',
  roles: administratorRoles.money,
  summary: 'Enter or correct the number that the invoice has in KRA’s eTIMS',
  params: ofInvoice,
  body: z.object({ etimsNumber }),
  example: { params: sampleInvoice, body: { etimsNumber: 'KRAMW012202207054377/12' } },
  answer: invoice,
  message: 'Saved',
  refusals: ['not_found', 'etims_number_used', 'setting_same'],
  rate: { perMinute: 60 },
});
