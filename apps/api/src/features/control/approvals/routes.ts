import { approveRequest, listApprovals as listEndpoint, rejectRequest } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../audit/index.ts';
import type { Approvable } from './approval-action.ts';
import { approve, reject } from './decide-request.ts';
import { listApprovals } from './list-approvals.ts';

export function routes(deps: Pick<Deps, 'db'> & { actions: readonly Approvable[] }): Route[] {
  return [
    route(listEndpoint, ({ query }, { actor }) =>
      listApprovals(deps.db, { administratorId: actor.administratorId, query }),
    ),
    route(approveRequest, ({ body }, context) => approve(deps, { ...body, auditor: auditorOf(context) })),
    route(rejectRequest, ({ body }, context) => reject(deps, { ...body, auditor: auditorOf(context) })),
  ];
}
