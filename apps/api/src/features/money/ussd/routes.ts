import { answerUssd, endUssd } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { createTokenCheck } from '../../services/delivery-reports/index.ts';
import { africasTalking } from './africas-talking.ts';
import { answerRequest } from './answer-request.ts';
import { storeEnd } from './store.ts';

/** Callback URLs of the USSD gateway. */
export function routes(
  deps: Pick<Deps, 'db' | 'keys' | 'config' | 'log'> & { isClosed: () => Promise<boolean> },
): Route[] {
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
        await storeEnd(deps.db, africasTalking.name, africasTalking.endOf(body));
        return {};
      },
      requireToken,
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
