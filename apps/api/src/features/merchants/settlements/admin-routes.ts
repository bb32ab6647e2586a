import {
  adminListSettlements,
  adminSettlementDetail,
  adminSettlementsCsv,
  adminSettlementTransactions,
  approveSettlement,
  cancelSettlement as cancelEndpoint,
  checkSettlement as checkEndpoint,
  confirmSettlementOutcome,
  proposeSettlementOutcome,
  runSettlements,
  type QueryOutcome,
} from '@zawadi/contract';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { listForAdministrators, readAgain, readForAdministrators, requireBatch } from './admin-view.ts';
import { cancelSettlement } from './cancel-settlement.ts';
import { checkSettlement } from './check-settlement.ts';
import { confirmOutcome } from './confirm-outcome.ts';
import { listTransactions } from './list-settlements.ts';
import { proposeOutcome } from './propose-outcome.ts';
import { runNow } from './run-now.ts';
import { settlementsOfAllCsv } from './settlements-csv.ts';
import { startPayOut } from './start-pay-out.ts';
import type { SettlementKey } from './store.ts';

/** Routes for administrators: batches of all merchants, and actions on them. */
export function adminRoutes(deps: OrderDeps): Route[] {
  const { db } = deps;

  /** Finds the batch, runs an action on it, and returns its new state. */
  async function act(
    batchId: string,
    administratorId: string,
    action: (key: SettlementKey) => Promise<void>,
  ) {
    const { merchantId, id: settlementId } = await requireBatch(db, batchId);
    const key = { merchantId, settlementId };
    await action(key);
    return readAgain(db, key, administratorId);
  }

  return [
    route(adminListSettlements, ({ query }, { actor }) =>
      listForAdministrators(db, { administratorId: actor.administratorId, query }),
    ),
    route(adminSettlementsCsv, ({ query }) => Promise.resolve(settlementsOfAllCsv(deps, query))),
    route(adminSettlementDetail, ({ params }, { actor }) =>
      readForAdministrators(db, { administratorId: actor.administratorId, ...params }),
    ),
    route(adminSettlementTransactions, ({ params, query }) => listTransactions(db, { ...params, query })),
    route(runSettlements, ({ body }, context) => runNow(deps, { ...body, auditor: auditorOf(context) })),
    route(approveSettlement, ({ body }, context) =>
      act(body.batchId, context.actor.administratorId, (key) =>
        startPayOut(deps, { ...key, auditor: auditorOf(context) }),
      ),
    ),
    route(checkEndpoint, async ({ body }, context) => {
      let outcome: QueryOutcome = 'not_needed';
      const settlement = await act(body.batchId, context.actor.administratorId, async (key) => {
        outcome = await checkSettlement(deps, { ...key, auditor: auditorOf(context) });
      });
      return { ...settlement, outcome };
    }),
    route(cancelEndpoint, ({ body }, context) =>
      act(body.batchId, context.actor.administratorId, (key) =>
        cancelSettlement(deps, { ...key, reason: body.reason, auditor: auditorOf(context) }),
      ),
    ),
    route(proposeSettlementOutcome, ({ body: { batchId, ...said } }, context) =>
      act(batchId, context.actor.administratorId, (key) =>
        proposeOutcome(deps, { ...key, said, auditor: auditorOf(context) }),
      ),
    ),
    route(confirmSettlementOutcome, ({ body }, context) =>
      act(body.batchId, context.actor.administratorId, (key) =>
        confirmOutcome(deps, { ...key, isConfirmed: body.isConfirmed, auditor: auditorOf(context) }),
      ),
    ),
  ];
}
