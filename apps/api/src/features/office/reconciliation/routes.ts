import * as contract from '@zawadi/contract';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { bookCharges, bookItem } from './book-item.ts';
import { explainItem } from './explain-item.ts';
import { itemsCsv, itemsPdf } from './items-files.ts';
import { readChecks } from './list-checks.ts';
import { readItems } from './list-items.ts';
import { queryFloatNow } from './query-float.ts';
import { queryItem } from './query-item.ts';
import { queryStatement } from './query-statement.ts';
import { proveAccounts } from './prove-accounts.ts';
import { readRun, readRuns } from './read-run.ts';
import { recheckRun } from './recheck.ts';
import { uploadStatement } from './upload-statement.ts';

export function routes(deps: OrderDeps): Route[] {
  return [
    route(contract.uploadStatement, ({ params, query, body }, context) => {
      const { fileName = 'statement', from, to, ...columns } = query;
      return uploadStatement(deps, {
        account: params.account,
        file: body,
        fileName,
        from,
        to,
        columns,
        auditor: auditorOf(context),
      });
    }),
    route(contract.pullStatement, ({ body }, context) =>
      queryStatement(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.listReconciliationRuns, ({ query }) => readRuns(deps.db, query)),
    route(contract.readReconciliationRun, ({ params }) => readRun(deps.db, params.runId)),
    route(contract.readStatementProofs, () => proveAccounts(deps.db)),
    route(contract.recheckReconciliation, ({ body }, context) =>
      recheckRun(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.listReconciliationItems, ({ query }) => readItems(deps.db, query)),
    route(contract.reconciliationItemsCsv, ({ query }) => Promise.resolve(itemsCsv(deps, query))),
    route(contract.reconciliationItemsPdf, ({ query }) => itemsPdf(deps, query)),
    route(contract.queryReconciliationItem, ({ body }, context) =>
      queryItem(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.bookReconciliationItem, ({ body }, context) =>
      bookItem(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.bookReconciliationCharges, ({ body }, context) =>
      bookCharges(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.explainReconciliationItem, ({ body }, context) =>
      explainItem(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.listFloatChecks, ({ query }) => readChecks(deps.db, query)),
    route(contract.checkFloat, (_input, context) => queryFloatNow(deps, auditorOf(context))),
  ];
}
