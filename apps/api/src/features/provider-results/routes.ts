import { providerHook, providerTimeoutHook } from '@zawadi/contract';
import type { PaymentDeps } from '../mpesa/index.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import { receiveMessage } from './receive-message.ts';

export function routes(deps: PaymentDeps & { background: (work: Promise<unknown>) => void }): Route[] {
  return [
    route(providerHook, ({ params, body }) => receiveMessage(deps, { ...params, isTimeout: false, body })),
    route(providerTimeoutHook, ({ params, body }) =>
      receiveMessage(deps, { ...params, isTimeout: true, body }),
    ),
  ];
}
