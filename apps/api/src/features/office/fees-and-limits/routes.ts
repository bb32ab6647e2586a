import { changeFeesAndLimits, readFeesAndLimits, withdrawFeesAndLimits } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import {
  changeFeesAndLimits as change,
  listCharges,
  withdrawFeesAndLimits as withdraw,
} from './change-fees-and-limits.ts';

export function routes(deps: Pick<Deps, 'config' | 'db' | 'clock'>): Route[] {
  return [
    route(readFeesAndLimits, () => listCharges(deps)),
    route(changeFeesAndLimits, ({ body }, context) => change(deps, { ...body, auditor: auditorOf(context) })),
    route(withdrawFeesAndLimits, ({ params, body }, context) =>
      withdraw(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}
