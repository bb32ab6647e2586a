import {
  merchantOverview,
  merchantReport,
  merchantReportCsv,
  merchantTransactions,
  merchantTransactionsCsv,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { createKeyedSemaphores } from '../../../platform/semaphore.ts';
import { managedPlaceOf, placeWithin, type ActorOf } from '../../../http/actor.ts';
import { route, type Route } from '../../../http/routes.ts';
import { listTransactions, transactionsCsv } from './list-transactions.ts';
import { readOverview } from './read-overview.ts';
import { readReport, reportCsv } from './read-report.ts';

// A report reads up to a year of redemptions. If a merchant's staff page through many reports, only their own
// requests wait.
const reportSemaphoreOf = createKeyedSemaphores({ atOnce: 2, waitingAtMost: 20, retryAfterSeconds: 2 });

export function routes(deps: Pick<Deps, 'db' | 'clock'>): Route[] {
  return [
    route(merchantOverview, ({ query: { language } }, { actor }) =>
      readOverview(deps, { merchantId: actor.merchantId, placeId: placeWithin(actor), language }),
    ),
    route(merchantTransactions, ({ query }, { actor }) =>
      listTransactions(deps.db, {
        merchantId: actor.merchantId,
        query: { ...query, placeId: placeWithin(actor, query.placeId) },
      }),
    ),
    route(merchantTransactionsCsv, async ({ query }, { actor }) =>
      transactionsCsv(deps, {
        merchantId: actor.merchantId,
        filters: { ...query, placeId: placeWithin(actor, query.placeId) },
      }),
    ),
    route(merchantReport, ({ query }, { actor }) =>
      reportSemaphoreOf(actor.merchantId)(async () => readReport(deps.db, reported(actor, query))),
    ),
    route(merchantReportCsv, async ({ query: { by, ...period } }, { actor }) => {
      const report = await readReport(deps.db, reported(actor, period));
      return reportCsv(deps, report, by);
    }),
  ];
}

function reported(
  actor: ActorOf<'merchant'>,
  query: { from: string; to: string; placeId?: string | undefined },
) {
  const isOfOnePlace = managedPlaceOf(actor) !== undefined;
  return { ...query, merchantId: actor.merchantId, placeId: placeWithin(actor, query.placeId), isOfOnePlace };
}
