import { providerCallback, providerTimeoutCallback } from '@zawadi/contract';
import { route, type Route } from '../../../http/routes.ts';
import type { CallCounts } from '../../../platform/call-counts/create-call-counts.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { createGuessCounter } from './count-unknown-tokens.ts';
import { createMessageBatches, receiveMessage } from './receive-message.ts';

export function routes(
  deps: OrderDeps & { callCounts: CallCounts; background: (work: Promise<unknown>) => void },
): Route[] {
  const receiving = { ...deps, guesses: createGuessCounter(deps), batches: createMessageBatches(deps) };
  return [
    route(providerCallback, ({ params, body }, { address }) =>
      receiveMessage(receiving, { ...params, address, isTimeout: false, body }),
    ),
    route(providerTimeoutCallback, ({ params, body }, { address }) =>
      receiveMessage(receiving, { ...params, address, isTimeout: true, body }),
    ),
  ];
}
