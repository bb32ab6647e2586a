import { cancelGift } from '@zawadi/contract';
import { route, type Route } from '../../../http/routes.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { cancelGift as cancel } from './cancel-gift.ts';

export function routes(deps: OrderDeps): Route[] {
  return [route(cancelGift, ({ body }, { actor }) => cancel(deps, { userId: actor.userId, ...body }))];
}
