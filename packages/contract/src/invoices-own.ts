import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { invoice, invoicePage, kraPin, ofInvoice, sampleInvoice } from './invoices.ts';
import { memberRoles } from './roles.ts';
import { cursor, shortText } from './text.ts';

const ofMerchants = {
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Invoices',
} as const;
const rate = { perMinute: 120 };

export const listOwnInvoices = endpoint({
  ...ofMerchants,
  method: 'GET',
  path: '/api/invoices/v1/all',
  summary: 'List invoices for the fees of the signed-in merchant’s settlements, newest first',
  query: z.object(invoicePage),
  answer: z.object({
    invoices: z.array(invoice),
    nextCursor: cursor.optional(),
    /** False until an administrator sets up invoicing. No invoice is issued before. */
    isSetUp: z.boolean(),
  }),
  refusals: ['validation_failed'],
  rate,
});

export const ownInvoicePdf = endpoint({
  ...ofMerchants,
  method: 'GET',
  path: '/api/invoices/v1/:number/pdf',
  summary: 'Download one invoice to print: {number}.pdf',
  params: ofInvoice,
  example: { params: sampleInvoice },
  answer: z.unknown(),
  isExport: true,
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});

/** Further details of the merchant on its invoices; empty until the merchant fills them in. */
const buyerDetails = z.object({ kraPin: z.string(), address: z.string() });

export const readBuyerDetails = endpoint({
  ...ofMerchants,
  method: 'GET',
  path: '/api/invoices/v1/details',
  summary: 'Get KRA PIN and address for the merchant’s next invoices',
  answer: buyerDetails,
  refusals: [],
  rate,
});

export const changeBuyerDetails = endpoint({
  ...ofMerchants,
  method: 'PUT',
  path: '/api/invoices/v1/details',
  summary: 'Change KRA PIN and address; issued invoices stay as they are',
  body: z.object({ kraPin: kraPin.or(z.literal('')), address: shortText }),
  example: { body: { kraPin: 'P051234567X', address: 'Moi Avenue 1, Nairobi' } },
  answer: buyerDetails,
  message: 'Saved',
  refusals: [],
  rate: { perMinute: 30 },
});
