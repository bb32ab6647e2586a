import { giveUpWallet } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import { giveUpWallet as giveUp } from './give-up-wallet.ts';

export function routes(deps: Deps): Route[] {
  return [route(giveUpWallet, ({ body }, { actor }) => giveUp(deps, { userId: actor.userId, ...body }))];
}
