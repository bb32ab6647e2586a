import { auditCsv, listAudit, verifyAudit } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { FileAnswer } from '../../platform/http/file.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import { nairobiDay } from '../../platform/nairobi-time.ts';
import { auditFile } from './audit-file.ts';
import { pageOfEntries } from './page-of-entries.ts';
import { readVerification } from './store.ts';

export function routes(deps: Pick<Deps, 'db' | 'clock'>): Route[] {
  return [
    route(listAudit, ({ query }) => pageOfEntries(deps.db, query)),
    route(
      auditCsv,
      async ({ query }) =>
        new FileAnswer({
          contentType: 'text/csv; charset=utf-8',
          fileName: `audit-${nairobiDay(deps.clock.now())}.csv`,
          content: auditFile(deps.db, query),
        }),
    ),
    route(verifyAudit, () => readVerification(deps.db)),
  ];
}
