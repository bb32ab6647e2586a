import { changeCharges, readCharges, withdrawCharges } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import { auditorOf } from '../audit/index.ts';
import { changeCharges as change, listCharges, withdrawCharges as withdraw } from './change-charges.ts';

export function routes(deps: Pick<Deps, 'config' | 'db' | 'clock'>): Route[] {
  return [
    route(readCharges, () => listCharges(deps)),
    route(changeCharges, ({ body }, context) => change(deps, { ...body, auditor: auditorOf(context) })),
    route(withdrawCharges, ({ params, body }, context) =>
      withdraw(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}
