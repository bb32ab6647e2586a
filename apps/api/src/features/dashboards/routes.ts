import { dashboardStats } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import { readStats } from './read-stats.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(dashboardStats, ({ body }, { actor }) =>
      readStats(deps, { actorId: actor.userId, userId: body.userId }),
    ),
  ];
}
