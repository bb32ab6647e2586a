import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditCsv, pageOfEntries } from './list-entries.ts';
import { readVerification } from './store.ts';

export function routes(deps: Pick<Deps, 'db' | 'clock'>): Route[] {
  return [
    route(contract.listAudit, ({ query }, { actor }) =>
      pageOfEntries(deps.db, { ...query, readerId: actor.administratorId }),
    ),
    route(contract.auditCsv, ({ query }, { actor }) =>
      Promise.resolve(auditCsv(deps, { ...query, readerId: actor.administratorId })),
    ),
    route(contract.verifyAudit, () => readVerification(deps.db)),
  ];
}
