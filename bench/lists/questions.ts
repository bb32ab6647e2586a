import {
  addressOf,
  adminDashboard,
  adminListSettlements,
  adminListUsers,
  adminSettlementsCsv,
  adminUsersCsv,
  auditCsv,
  feesReport,
  liabilityReport,
  merchantOverview,
  merchantReport,
  merchantsReport,
  volumeReport,
  listAudit,
  listTransactions,
  listReconciliationItems,
  listSettlements,
  merchantTransactions,
  merchantTransactionsCsv,
  transactionsCsv,
  reconciliationItemsCsv,
  settlementsCsv,
  type Endpoint,
} from '@zawadi/contract';
import { makeCursor } from '../../apps/api/src/platform/cursor.ts';
import type { Samples } from './samples.ts';

export type Caller = 'admin' | 'merchant';
export type Question = { list: string; name: string; caller: Caller; path: string };

type List = {
  list: string;
  caller: Caller;
  page: Endpoint;
  file: Endpoint;
  searches: Record<string, Record<string, string>>;
};

/** Returns the requests for every list without a size limit: first page, a page in the middle, and usual searches. */
export function pagesToAsk(samples: Samples): Question[] {
  return listsOf(samples).flatMap(({ list, caller, page, searches }) => {
    const middle = list === 'audit log' ? samples.auditPlace : makeCursor(samples.middle);
    const narrowed = { 'first page': {}, 'page in the middle': { cursor: middle }, ...searches };
    return Object.entries(narrowed).map(([name, query]) => ({
      list,
      name,
      caller,
      path: addressOf(page, { query }),
    }));
  });
}

export const REPORTS = 'reports';

/** Returns the requests for reports from daily totals, over the longest allowed period. */
export function reportsToAsk({ yearAgo, today }: Pick<Samples, 'yearAgo' | 'today'>): Question[] {
  const query = { from: yearAgo, to: today };
  const asked: [name: string, caller: Caller, path: string][] = [
    ['dashboard', 'admin', addressOf(adminDashboard, {})],
    ['volume of a year', 'admin', addressOf(volumeReport, { query })],
    ['fees of a year', 'admin', addressOf(feesReport, { query })],
    ['liability of a year', 'admin', addressOf(liabilityReport, { query })],
    ['merchants of a year', 'admin', addressOf(merchantsReport, { query })],
    ['a merchant’s overview', 'merchant', addressOf(merchantOverview, { query: {} })],
    ['a merchant’s year', 'merchant', addressOf(merchantReport, { query })],
  ];
  return asked.map(([name, caller, path]) => ({ list: REPORTS, name, caller, path }));
}

/** Returns the requests for the whole file of every list. */
export function filesToAsk(samples: Samples): Question[] {
  return listsOf(samples).map(({ list, caller, file }) => ({
    list,
    name: 'file',
    caller,
    path: addressOf(file, {}),
  }));
}

function listsOf(samples: Samples): List[] {
  const { receipt, phone, email, name, lastFour, reference, batchId, voucherId, userId, merchantCode, day } =
    samples;
  const days = { 'one day a year ago': { from: day, to: day } };
  const noMatch = { 'search: no match': { search: 'zebedayo wekesa' } };
  return [
    {
      list: 'admin transactions',
      caller: 'admin',
      page: listTransactions,
      file: transactionsCsv,
      searches: {
        ...days,
        'one kind': { type: 'Withdrawal' },
        pending: { status: 'Pending' },
        failed: { status: 'Failed' },
        'one merchant': { merchantCode },
        'large amounts without a payment': { minimumAmount: '90000', maximumAmount: '99000' },
        'small amounts without a payment': { minimumAmount: '3500', maximumAmount: '4000' },
        'search: receipt': { search: receipt },
        'search: phone': { search: phone },
        'search: email': { search: email },
        'search: common name': { search: name },
        'search: first name': { search: 'amina' },
        'search: end of a code': { search: lastFour },
        'search: bill reference': { search: reference },
        'search: batch': { search: batchId },
        'search: beginning of an id': { search: voucherId.slice(0, 13) },
        ...noMatch,
      },
    },
    {
      list: 'admin settlements',
      caller: 'admin',
      page: adminListSettlements,
      file: adminSettlementsCsv,
      searches: {
        ...days,
        'one merchant': { merchantCode },
        pending: { status: 'Pending' },
        'needs a person': { needsAttention: 'true' },
        'one channel': { payoutChannel: 'Bank Transfer' },
      },
    },
    {
      list: 'users',
      caller: 'admin',
      page: adminListUsers,
      file: adminUsersCsv,
      searches: {
        ...days,
        frozen: { status: 'FROZEN' },
        'search: name': { search: name },
        'search: end of a number': { search: phone.slice(-6) },
        'search: email': { search: email },
        'search: id': { search: userId },
        ...noMatch,
      },
    },
    {
      list: 'audit log',
      caller: 'admin',
      page: listAudit,
      file: auditCsv,
      searches: {
        ...days,
        'one subject': { subjectKind: 'voucher', subjectId: voucherId },
        'one id of any kind': { subjectId: voucherId },
        'one person': { actorId: samples.actorId },
        'an actor without entries': { actorId: userId },
        'search: action': { search: 'settlement.approved' },
        'search: one reason': { search: 'ticket 77777' },
        'search: id': { search: voucherId },
        ...noMatch,
      },
    },
    {
      list: 'reconciliation',
      caller: 'admin',
      page: listReconciliationItems,
      file: reconciliationItemsCsv,
      searches: {
        'what is open': { status: 'open' },
        'what differs': { state: 'amount_differs' },
        'search: receipt': { search: receipt },
        'search: account number': { search: 'B77777' },
        'search: no match': { search: 'ZEBEDAYO' },
      },
    },
    {
      list: 'merchant transactions',
      caller: 'merchant',
      page: merchantTransactions,
      file: merchantTransactionsCsv,
      searches: {
        ...days,
        failed: { status: 'Failed' },
        'search: common name': { search: name },
        'search: first name': { search: 'amina' },
        'search: phone': { search: phone },
        'search: receipt': { search: receipt },
        'search: end of a code': { search: lastFour },
        'search: voucher': { search: voucherId },
        ...noMatch,
      },
    },
    {
      list: 'merchant settlements',
      caller: 'merchant',
      page: listSettlements,
      file: settlementsCsv,
      searches: { ...days, pending: { status: 'Pending' } },
    },
  ];
}
