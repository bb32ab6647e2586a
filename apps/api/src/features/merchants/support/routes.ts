import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { answerSupportRequest, listOwnLetters, listSupportRequests } from './support-requests.ts';
import { writeToSupport } from './write-to-support.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(contract.writeToSupport, async ({ body }, { actor }) => ({
      supportRequestId: await writeToSupport(deps, actor, body),
    })),
    route(contract.ownLetters, ({ query }, { actor }) => listOwnLetters(deps, actor, query)),
    route(contract.listSupportRequests, ({ query }) => listSupportRequests(deps, query)),
    route(contract.markSupportAnswered, ({ params, body }, context) =>
      answerSupportRequest(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}
