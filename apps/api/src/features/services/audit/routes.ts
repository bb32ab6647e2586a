import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditCsv, pageOfEntries } from './list-entries.ts';
import { readVerification } from './store.ts';

export function routes(deps: Pick<Deps, 'db' | 'clock'>): Route[] {
  return [
    route(contract.listAudit, ({ query }) => pageOfEntries(deps.db, query)),
    route(contract.auditCsv, ({ query }) => Promise.resolve(auditCsv(deps, query))),
    route(contract.verifyAudit, () => readVerification(deps.db)),
  ];
}
