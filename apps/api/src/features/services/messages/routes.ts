import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { describePush, renewSubscription, subscribeDevice, unsubscribeDevice } from './push-device.ts';

export function routes(deps: Pick<Deps, 'db' | 'keys' | 'config'>): Route[] {
  return [
    route(contract.pushStatus, (_input, { actor }) => describePush(deps, actor.sessionId)),
    route(contract.subscribePush, async ({ body }, { actor }) => {
      await subscribeDevice(deps, actor, body);
      return {};
    }),
    route(contract.unsubscribePush, async (_input, { actor }) => {
      await unsubscribeDevice(deps, actor.sessionId);
      return {};
    }),
    route(contract.renewPush, async ({ body }) => {
      await renewSubscription(deps, body);
      return {};
    }),
  ];
}
