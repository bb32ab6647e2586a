import {
  listTransactions as listEndpoint,
  transactionsCsv,
  queryOpenTransactions,
  queryReceipt,
  queryTransaction,
  readReceipt as readReceiptEndpoint,
  readTransaction as readEndpoint,
  readVoucherForAdmin,
} from '@zawadi/contract';
import { route, type Route } from '../../../http/routes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { auditorOf } from '../../services/audit/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { exportTransactions } from './export-transactions.ts';
import { listTransactions } from './list-transactions.ts';
import { findRow } from './list-store.ts';
import { queryAgain, queryOpen } from './query-again.ts';
import { askAboutReceipt, readReceipt } from './read-receipt.ts';
import { readTransaction } from './read-transaction.ts';
import { readVoucher } from './read-voucher.ts';

export function routes(deps: OrderDeps): Route[] {
  return [
    route(listEndpoint, ({ query }) => listTransactions(deps.db, query)),
    route(transactionsCsv, ({ query }, context) =>
      exportTransactions(deps, { filters: query, auditor: auditorOf(context) }),
    ),
    route(readEndpoint, ({ params }) => readTransaction(deps, params)),
    route(readVoucherForAdmin, async ({ params }) => {
      const voucher = await readVoucher(deps.db, [params.voucherId]);
      if (!voucher) throw new Refusal('not_found');
      return { voucher: voucher.facts, actions: voucher.actions };
    }),
    route(queryTransaction, async ({ body }, context) => {
      const outcome = await queryAgain(deps, { ...body, auditor: auditorOf(context) });
      const row = await findRow(deps.db, body.type, body.transactionId);
      if (!row) throw new Refusal('not_found');
      return { status: row.status, outcome };
    }),
    route(queryOpenTransactions, async (_input, context) => ({
      count: await queryOpen(deps, auditorOf(context)),
    })),
    route(queryReceipt, ({ body }, context) =>
      askAboutReceipt(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(readReceiptEndpoint, ({ params }) => readReceipt(deps, params.receipt)),
  ];
}
