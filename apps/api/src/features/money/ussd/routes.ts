import {
  allowUssdWithdrawals,
  answerUssd,
  endUssd,
  listUssdSessions,
  ownUssdPin,
  removeOwnUssdPin,
  resetUssdPin,
} from '@zawadi/contract';
import { route, type Route } from '../../../http/routes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { sendOrder } from '../../mpesa/orders/index.ts';
import { createTokenCheck } from '../../services/delivery-reports/index.ts';
import { africasTalking } from './africas-talking.ts';
import { answerRequest } from './answer-request.ts';
import type { UssdDeps } from './call.ts';
import { readSessionsOfNumber } from './list-sessions.ts';
import { allowWithdrawals, describeOwnPin, removeOwnPin } from './own-pin.ts';
import { requestReset } from './pin-reset.ts';
import { storeEnd } from './store.ts';

/** Callback URLs of the USSD gateway, a consumer's own PIN, and what administrators see and do. */
export function routes(deps: UssdDeps): Route[] {
  const requireToken = createTokenCheck(deps.keys, 'ussd');
  const requireOurCode = ({ serviceCode }: { serviceCode: string }) => {
    if (serviceCode !== deps.config.ussd.serviceCode) throw new Refusal('not_found');
  };
  return [
    route(
      answerUssd,
      async ({ body }, { reply }) => {
        requireOurCode(body);
        const request = withoutPrefix(africasTalking.requestOf(body), deps.config.ussd.prefix);
        return africasTalking.send(reply, await answerRequest(deps, africasTalking.name, request));
      },
      requireToken,
    ),
    route(
      endUssd,
      async ({ body }) => {
        requireOurCode(body);
        const prompt = await storeEnd(deps.db, africasTalking.name, africasTalking.endOf(body));
        if (prompt) deps.background(sendOrder(deps, { kind: 'purchase', ...prompt }));
        return {};
      },
      requireToken,
    ),
    route(ownUssdPin, (_input, { actor }) => describeOwnPin(deps.db, actor.userId)),
    route(allowUssdWithdrawals, ({ body }, { actor }) =>
      allowWithdrawals(deps, { userId: actor.userId, ...body }),
    ),
    route(removeOwnUssdPin, ({ body }, { actor }) => removeOwnPin(deps, { userId: actor.userId, ...body })),
    route(resetUssdPin, ({ params, body }, context) =>
      requestReset(deps, { ...params, body, auditor: auditorOf(context) }),
    ),
    route(listUssdSessions, ({ body }, context) =>
      readSessionsOfNumber(deps, { ...body, auditor: auditorOf(context) }),
    ),
  ];
}

/** Removes the extension of a shared code, which some gateways send as the first input. */
function withoutPrefix<Request extends { inputs: string[] }>(
  request: Request,
  prefix: string | undefined,
): Request {
  return prefix !== undefined && request.inputs[0] === prefix
    ? { ...request, inputs: request.inputs.slice(1) }
    : request;
}
