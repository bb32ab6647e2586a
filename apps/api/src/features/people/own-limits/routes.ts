import { changeOwnLimits, readOwnLimits } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { changeOwnLimits as change } from './change-own-limits.ts';
import { listOwnLimits } from './list-own-limits.ts';

export function routes(deps: Pick<Deps, 'config' | 'db' | 'clock'>): Route[] {
  return [
    route(readOwnLimits, ({ params }) => listOwnLimits(deps, params)),
    route(changeOwnLimits, ({ params, body }, context) =>
      change(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}
