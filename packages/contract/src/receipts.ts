import { z } from 'zod';
import { claimToken } from './link-tokens.ts';
import { day, uuid } from './text.ts';
import { memberRoles } from './roles.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';

export const redemptionReceiptPdf = endpoint({
  method: 'GET',
  path: '/api/receipts/v1/redemptions/:redemptionId.pdf',
  audience: 'merchant',
  roles: memberRoles.everybody,
  tag: 'Till',
  summary: 'Download the receipt of a redemption as PDF; a cashier gets only their own of today',
  params: z.object({ redemptionId: uuid }),
  example: { params: { redemptionId: sample.id } },
  answer: z.unknown(),
  refusals: ['redemption_not_found', 'must_change_password'],
  rate: { perMinute: 60 },
});

/** A POST, because the PDF shows the code, and this opens the gift. */
export const voucherPdf = endpoint({
  method: 'POST',
  path: '/api/receipts/v1/vouchers/pdf',
  audience: 'anyone',
  tag: 'Gifts',
  summary: 'Download the voucher behind a claim link as one page to print, with QR code; opens the gift',
  body: z.object({ claimToken, lang: z.enum(['en', 'sw']).default('en') }),
  example: { body: { claimToken: sample.token } },
  answer: z.unknown(),
  refusals: ['voucher_not_found', 'voucher_not_yet_delivered', 'too_many_requests'],
  rate: { perMinute: 300, guesses: 60, token: { field: 'claimToken', perMinute: 30 } },
});

export const statementPdf = endpoint({
  method: 'GET',
  path: '/api/receipts/v1/statement.pdf',
  audience: 'consumer',
  tag: 'History',
  summary: 'Download the wallet statement between two days: statement-{yyyy-MM-dd}.pdf, at most a year',
  query: z.object({ from: day, to: day }),
  example: { query: { from: '2026-11-01', to: '2026-11-20' } },
  answer: z.unknown(),
  isExport: true,
  refusals: ['period_reversed', 'period_invalid'],
  rate: { perMinute: 20 },
});

export const receiptPdf = endpoint({
  method: 'GET',
  path: '/api/receipts/v1/:requestId.pdf',
  audience: 'consumer',
  tag: 'History',
  summary: 'Download the receipt of a completed purchase or withdrawal, as PDF',
  params: z.object({ requestId: uuid }),
  example: { params: { requestId: sample.id } },
  answer: z.unknown(),
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});
