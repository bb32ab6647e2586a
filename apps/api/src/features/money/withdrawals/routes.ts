import { markWithdrawal, paidNumbers, startWithdrawal, withdrawalStatus } from '@zawadi/contract';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { checkStatus } from './check-status.ts';
import { requestMark } from './mark-withdrawal.ts';
import { listPaidNumbers } from './numbers-store.ts';
import { startWithdrawal as start } from './start-withdrawal.ts';

export function routes(deps: OrderDeps): Route[] {
  return [
    route(startWithdrawal, ({ headers, body }, { actor }) =>
      start(deps, { userId: actor.userId, requestId: headers['x-requestid'], body }),
    ),
    route(withdrawalStatus, ({ body }, { actor }) => checkStatus(deps, { userId: actor.userId, ...body })),
    route(markWithdrawal, ({ body }, context) => requestMark(deps, { body, auditor: auditorOf(context) })),
    route(paidNumbers, async (_input, { actor }) => ({
      numbers: await listPaidNumbers(deps.db, actor.userId),
    })),
  ];
}
