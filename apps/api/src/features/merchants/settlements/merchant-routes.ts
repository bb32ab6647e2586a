import {
  listSettlements as listEndpoint,
  settleOnDemand as settleOnDemandEndpoint,
  settlementCalendar,
  settlementDetail,
  settlementPdf as settlementPdfEndpoint,
  settlementsCsv as settlementsCsvEndpoint,
  settlementsPdf as settlementsPdfEndpoint,
  settlementSummary,
  settlementTransactions,
  settlementTransactionsCsv,
  shillingsOf,
  type Settlement,
} from '@zawadi/contract';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import type { Deps } from '../../../config/deps.ts';
import { FileAnswer } from '../../../platform/file.ts';
import { route, type Route } from '../../../http/routes.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readMerchant } from '../../people/merchants/index.ts';
import { sumByDay } from './batch-entries-store.ts';
import { describeSettlement } from './describe-settlement.ts';
import { readTotals } from './list-store.ts';
import { listSettlements, listTransactions } from './list-settlements.ts';
import { readCalendar } from './read-calendar.ts';
import { readSettlement } from './read-settlement.ts';
import { readSummary } from './read-summary.ts';
import { LINES_AT_MOST, settlementPdf } from './settlement-pdf.ts';
import { settleOnDemand } from './settle-on-demand.ts';
import { eachSettlement, eachTransaction, settlementsCsv, transactionsCsv } from './settlements-csv.ts';
import { BATCHES_AT_MOST, settlementsPdf } from './settlements-pdf.ts';
import { findByBatchId } from './store.ts';

/** Routes for a merchant's own batches. */
export function merchantRoutes(deps: OrderDeps): Route[] {
  const { db } = deps;
  return [
    route(settlementSummary, (_input, { actor }) => readSummary(deps, actor.merchantId)),
    route(listEndpoint, ({ query }, { actor }) =>
      listSettlements(db, { merchantId: actor.merchantId, query }),
    ),
    route(settlementCalendar, (_input, { actor }) => readCalendar(deps, actor)),
    route(settleOnDemandEndpoint, ({ body }, { actor: { merchantId, staffId } }) =>
      settleOnDemand(deps, { merchantId, staffId, ...body }),
    ),
    route(settlementDetail, ({ params }, { actor }) =>
      readSettlement(db, { merchantId: actor.merchantId, ...params }),
    ),
    route(settlementTransactions, ({ params, query }, { actor }) =>
      listTransactions(db, { merchantId: actor.merchantId, ...params, query }),
    ),
    route(settlementsCsvEndpoint, ({ query }, { actor }) =>
      Promise.resolve(settlementsCsv(deps, { merchantId: actor.merchantId, filters: query })),
    ),
    route(settlementTransactionsCsv, async ({ params }, { actor }) => {
      const { key, settlement } = await ownBatch(deps, actor.merchantId, params.batchId);
      return transactionsCsv(db, key, settlement.batchId);
    }),
    route(settlementsPdfEndpoint, async ({ query }, { actor: { merchantId } }) => {
      const totals = await readTotals(db, { merchantId }, query);
      const document = settlementsPdf(deps, {
        ...(await nameOf(deps, merchantId)),
        filters: query,
        totals: {
          count: totals.count,
          amount: shillingsOf(totals.amountCents),
          fees: shillingsOf(totals.feeCents),
        },
        pages: first(BATCHES_AT_MOST, eachSettlement(db, merchantId, query)),
      });
      return pdf(`settlements-${nairobiDay(deps.clock.now())}.pdf`, document);
    }),
    route(settlementPdfEndpoint, async ({ params }, { actor: { merchantId } }) => {
      const { key, settlement } = await ownBatch(deps, merchantId, params.batchId);
      const document = settlementPdf(deps, {
        ...(await nameOf(deps, merchantId)),
        settlement,
        contents:
          settlement.transactionCount > LINES_AT_MOST
            ? { days: await sumByDay(db, key) }
            : { lines: eachTransaction(db, key) },
      });
      return pdf(`settlement-${settlement.batchId}.pdf`, document);
    }),
  ];
}

async function ownBatch({ db }: Deps, merchantId: string, batchId: string) {
  const record = await findByBatchId(db, batchId, merchantId);
  if (!record) throw new Refusal('not_found');
  return { key: { merchantId, settlementId: record.id }, settlement: describeSettlement(record) };
}

async function nameOf({ db }: Deps, merchantId: string) {
  const merchant = await readMerchant(db, merchantId);
  if (!merchant) throw new Refusal('not_found');
  const { businessName, merchantCode } = merchant;
  return { businessName, merchantCode };
}

async function* first(count: number, pages: AsyncGenerator<Settlement[]>): AsyncGenerator<Settlement[]> {
  let left = count;
  for await (const page of pages) {
    yield page.slice(0, left);
    left -= page.length;
    if (left <= 0) return;
  }
}

function pdf(fileName: string, content: NodeJS.ReadableStream): FileAnswer {
  return new FileAnswer({ contentType: 'application/pdf', fileName, content });
}
