import * as contract from '@zawadi/contract';
import type { Endpoint } from '@zawadi/contract';
import { DAY_MS } from '../platform/durations.ts';
import { nairobiDay } from '../platform/nairobi-time.ts';
import { BALANCES, CENTS_OF, CLOSED_DAYS, CLOSES, OF_SHOP, POSTED, USSD_SESSIONS } from './csv-sums.ts';

const today = nairobiDay(new Date());
const period = { from: nairobiDay(new Date(Date.now() - 9 * DAY_MS)), to: today };
/** Ends two days ago, because yesterday is still open until ten minutes past midnight. */
const closed = { ...period, to: nairobiDay(new Date(Date.now() - 2 * DAY_MS)) };

/** The case that has a report, and the report. */
export const CASE_REPORT = {
  caseId: '01a22a80-0000-7000-8000-000000000001',
  reportId: '01a22a80-0000-7000-8000-000000000002',
};

/**
 * Columns of a file that a spreadsheet sums, each with the SQL query of its sum. Null if no single query can compute
 * the sum.
 */
type Figures = Record<string, string | null>;

export type CsvFile = {
  name: string;
  endpoint: Endpoint;
  params?: object;
  query?: object;
  body?: object;
  by: 'admin' | 'merchant' | 'consumer';
  figures: Figures;
};

const report = (name: contract.ReportName, figures: Figures): CsvFile => ({
  name: `report ${name}`,
  endpoint: contract.reportCsv,
  params: { report: name },
  query: period,
  by: 'admin',
  figures,
});

const settlementFigures = (where?: string): Figures => ({
  'Amount (KES)': CENTS_OF('amount_cents', where),
  'Processing fee (KES)': CENTS_OF('fee_cents', where),
  'Net amount (KES)': CENTS_OF('amount_cents - fee_cents', where),
  Transactions: `select sum(transaction_count) from settlements where ${where ?? 'true'}`,
});

/** Every CSV file of the product, with its columns of figures. */
export const CSV_FILES: readonly CsvFile[] = [
  report('volume', {
    Deposits: `select count(*) from purchases where status = 'COMPLETED'`,
    'Deposits KES': POSTED(`kind = 'purchase'`),
    Withdrawals: `select count(*) from withdrawals where status = 'COMPLETED'`,
    'Withdrawals KES': POSTED(`kind = 'withdrawal_paid'`),
    Redemptions: `select count(*) from redemptions`,
    'Redemptions KES': POSTED(`kind = 'redemption'`),
    Claims: null,
    'Claims KES': null,
    Settlements: `select count(*) from settlements where status = 'COMPLETED'`,
    'Settlements KES': POSTED(`kind = 'settlement_paid'`),
    Refunds: null,
    'Refunds KES': null,
  }),
  report('fees', {
    Deposits: POSTED(`credit = 'revenue:deposit-fee'`),
    Withdrawals: POSTED(`credit = 'revenue:withdrawal-fee'`),
    Settlements: POSTED(`credit = 'revenue:settlement-fee'`),
    Total: POSTED(`starts_with(credit, 'revenue:')`),
  }),
  report('liability', { Vouchers: null, KES: null }),
  report('expiries', { Vouchers: null, KES: null }),
  report('wallets', { 'From KES': null, 'To KES': null, Wallets: null, KES: null }),
  report('merchants', {
    Rank: null,
    Redemptions: `select count(*) from redemptions`,
    'Share %': null,
    KES: POSTED(`kind = 'redemption'`),
  }),
  report('owed', {
    'Due KES': null,
    'In batches KES': CENTS_OF('amount_cents', `status in ('PENDING', 'PROCESSING')`),
    'Being paid KES': CENTS_OF('amount_cents', `status = 'PROCESSING'`),
    'Owed KES': null,
  }),
  report('ussd', USSD_SESSIONS),
  report('trial-balance', { Debit: BALANCES('debit'), Credit: BALANCES('credit') }),
  {
    name: 'statement of an account',
    endpoint: contract.accountStatementCsv,
    query: { account: 'mpesa:collection', ...period },
    by: 'admin',
    figures: {
      Transfers: `select count(*) from ledger.transfers where 'mpesa:collection' in (debit, credit)`,
      'Debit KES': POSTED(`debit = 'mpesa:collection'`),
      'Credit KES': null,
      'Balance KES': null,
    },
  },
  ...(['quickbooks', 'xero'] as const).map((program): CsvFile => ({
    name: `journal for ${program}`,
    endpoint: contract.journalCsv,
    params: { program },
    query: closed,
    by: 'admin',
    figures:
      program === 'xero'
        ? { '*Amount': 'select 0' }
        : { Debits: POSTED(CLOSED_DAYS), Credits: POSTED(CLOSED_DAYS) },
  })),
  {
    name: 'invoices',
    endpoint: contract.invoicesCsv,
    by: 'admin',
    figures: {
      'Without VAT (KES)': 'select sum(fee_cents - vat_cents) / 100.0 from invoices',
      'VAT (KES)': 'select sum(vat_cents) / 100.0 from invoices',
      'Amount (KES)': 'select sum(fee_cents) / 100.0 from invoices',
    },
  },
  {
    name: 'settlements of all',
    endpoint: contract.adminSettlementsCsv,
    by: 'admin',
    figures: settlementFigures(),
  },
  {
    name: 'file for the bank',
    endpoint: contract.downloadBankFile,
    params: { number: `BF-${today.replaceAll('-', '')}-1` },
    by: 'admin',
    figures: {
      'Amount (KES)': CENTS_OF('amount_cents - fee_cents', `method = 'bank-file' and status = 'PROCESSING'`),
    },
  },
  {
    name: 'transactions of all',
    endpoint: contract.transactionsCsv,
    by: 'admin',
    figures: { 'Amount (KES)': null, 'Fee (KES)': null, 'Net value (KES)': null, 'Refunded (KES)': null },
  },
  {
    name: 'postings',
    endpoint: contract.postingRequestsCsv,
    by: 'admin',
    figures: { 'Amount (KES)': 'select sum(amount_cents) / 100.0 from posting_requests' },
  },
  {
    name: 'differences',
    endpoint: contract.reconciliationItemsCsv,
    by: 'admin',
    figures: {
      'Statement (KES)': 'select sum(theirs_cents) / 100.0 from reconciliation_items',
      'Ledger (KES)': 'select sum(ours_cents) / 100.0 from reconciliation_items',
      'Difference (KES)':
        'select sum(coalesce(theirs_cents, 0) - coalesce(ours_cents, 0)) / 100.0 from reconciliation_items',
    },
  },
  {
    name: 'users',
    endpoint: contract.adminUsersCsv,
    by: 'admin',
    figures: {
      'Wallet (KES)': `select sum(balance_cents) / 100.0 from ledger.strict_balances where account like 'wallet:%'`,
    },
  },
  {
    name: 'merchants',
    endpoint: contract.merchantsCsv,
    by: 'admin',
    figures: {
      'Due KES': null,
      'In batches KES': CENTS_OF('amount_cents', `status in ('PENDING', 'PROCESSING')`),
      'Being paid KES': CENTS_OF('amount_cents', `status = 'PROCESSING'`),
      'Owed KES': null,
    },
  },
  { name: 'fraud alerts', endpoint: contract.deskAlertsCsv, by: 'admin', figures: {} },
  {
    name: 'report of a fraud case',
    endpoint: contract.fraudCaseReportCsv,
    params: CASE_REPORT,
    by: 'admin',
    figures: { 'Amount (KES)': null, 'Fee (KES)': null },
  },
  {
    name: 'file of a person',
    endpoint: contract.personFileCsv,
    body: { receiver: 'court', ...period, reason: 'Order of the court' },
    by: 'admin',
    figures: { 'Amount (KES)': null, 'Fee (KES)': null },
  },
  {
    name: 'audit log',
    endpoint: contract.auditCsv,
    by: 'admin',
    // Exporting a list adds an entry to the audit log, so this file comes first.
    figures: { 'No.': null },
  },
  {
    name: 'settlements of a merchant',
    endpoint: contract.settlementsCsv,
    by: 'merchant',
    figures: settlementFigures(OF_SHOP),
  },
  {
    name: 'one batch',
    endpoint: contract.settlementTransactionsCsv,
    by: 'merchant',
    figures: { 'Amount (KES)': CENTS_OF('amount_cents', OF_SHOP) },
  },
  {
    name: 'transactions of a merchant',
    endpoint: contract.merchantTransactionsCsv,
    by: 'merchant',
    figures: {
      'Amount (KES)': `select sum(amount_cents) / 100.0 from redemptions where ${OF_SHOP}`,
      'Net (KES)': `select sum(amount_cents) / 100.0 from redemptions where ${OF_SHOP} and reversed_at is null`,
      'Bill (KES)': null,
      'Rest of bill (KES)': null,
    },
  },
  {
    name: 'vouchers of a merchant',
    endpoint: contract.merchantVouchersCsv,
    by: 'merchant',
    figures: {
      'Value (KES)': `select sum(face_cents) / 100.0 from vouchers where issuer_${OF_SHOP}`,
      'Left (KES)': `select sum(balance_cents) / 100.0 from ledger.strict_balances
        where home_id in (select id from vouchers where issuer_${OF_SHOP}) and account like 'voucher:%'`,
    },
  },
  {
    name: 'report of a merchant',
    endpoint: contract.merchantReportCsv,
    query: { ...period, by: 'day' },
    by: 'merchant',
    figures: {
      Redemptions: `select count(*) from redemptions where ${OF_SHOP}`,
      'Redeemed (KES)': `select sum(amount_cents) / 100.0 from redemptions where ${OF_SHOP}`,
      Reversals: null,
      'Reversed (KES)': null,
      'Sales (KES)': `select sum(amount_cents) / 100.0 from redemptions where ${OF_SHOP}`,
    },
  },
  {
    name: 'day closes of a merchant',
    endpoint: contract.dayClosesCsv,
    by: 'merchant',
    figures: CLOSES,
  },
  {
    name: 'history of a wallet',
    endpoint: contract.historyCsv,
    by: 'consumer',
    figures: { 'Amount (KES)': null, 'Fee (KES)': null },
  },
];
