import { dashboardStats, history, historyCsv } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { FileAnswer } from '../../platform/http/file.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import { nairobiDay } from '../../platform/nairobi-time.ts';
import { historyCsv as writeCsv } from './history-csv.ts';
import { listHistory } from './list-history.ts';
import { readPerson } from './read-person.ts';
import { readStats } from './read-stats.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(dashboardStats, ({ body }, { actor }) =>
      readStats(deps, { actorId: actor.userId, userId: body.userId }),
    ),
    route(history, ({ query }, { actor }) => listHistory(deps.db, { userId: actor.userId, query })),
    route(historyCsv, async ({ query }, { actor }) => {
      const person = await readPerson(deps.db, actor.userId);
      return new FileAnswer({
        contentType: 'text/csv; charset=utf-8',
        fileName: `statement-${nairobiDay(deps.clock.now())}.csv`,
        content: writeCsv(deps.db, person, query),
      });
    }),
  ];
}
