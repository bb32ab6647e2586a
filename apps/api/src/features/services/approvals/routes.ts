import {
  approveRequest,
  listApprovals as listEndpoint,
  previewAction as previewEndpoint,
  readApproval,
  rejectRequest,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../audit/index.ts';
import type { Approvable } from './approval-action.ts';
import { approve, reject } from './decide-request.ts';
import { listApprovals } from './list-approvals.ts';
import { previewAction, previewRequest } from './preview-action.ts';

export function routes(deps: Pick<Deps, 'db' | 'config'> & { actions: readonly Approvable[] }): Route[] {
  return [
    route(listEndpoint, ({ query }, { actor }) => listApprovals(deps, { viewer: actor, query })),
    route(readApproval, ({ params }, { actor }) => previewRequest(deps, { ...params, viewer: actor })),
    route(previewEndpoint, ({ body }, { actor: { administratorId } }) =>
      previewAction(deps, { ...body, administratorId }),
    ),
    route(approveRequest, ({ body }, context) =>
      approve(deps, { ...body, auditor: auditorOf(context), viewer: context.actor }),
    ),
    route(rejectRequest, ({ body }, context) =>
      reject(deps, { ...body, auditor: auditorOf(context), viewer: context.actor }),
    ),
  ];
}
