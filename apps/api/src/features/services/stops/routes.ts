import { listStops, startAgain, startStop } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../audit/index.ts';
import { listStops as list, requestStartAgain, startStop as start } from './change-stops.ts';

export function routes(deps: Pick<Deps, 'db' | 'config'>): Route[] {
  return [
    route(listStops, () => list(deps)),
    route(startStop, ({ body }, context) => start(deps, { ...body, auditor: auditorOf(context) })),
    route(startAgain, ({ params, body }, context) =>
      requestStartAgain(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}
