import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { listConsumerLetters, listOwnLetters, listSupportRequests } from './list-letters.ts';
import { answerLetter, assignLetter, handOverLetter } from './work-on-letter.ts';
import { writeAsConsumer, writeToSupport } from './write-to-support.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(contract.writeToSupport, async ({ body }, { actor }) => ({
      supportRequestId: await writeToSupport(deps, actor, body),
    })),
    route(contract.ownLetters, ({ query }, { actor }) => listOwnLetters(deps, actor, query)),
    route(contract.writeAsConsumer, async ({ body }, { actor: { userId } }) => ({
      supportRequestId: await writeAsConsumer(deps, { ...body, userId }),
    })),
    route(contract.consumerLetters, ({ query }, { actor: { userId } }) =>
      listConsumerLetters(deps, { ...query, userId }),
    ),
    route(contract.listSupportRequests, ({ query }) => listSupportRequests(deps, query)),
    route(contract.markSupportAnswered, ({ params, body }, context) =>
      answerLetter(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.assignSupportRequest, ({ params, body }, context) =>
      assignLetter(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.handOverSupportRequest, ({ params, body }, context) =>
      handOverLetter(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}
