import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { freezeByPhone, sendFreezeCode } from './freeze-by-phone.ts';
import { freezeByLink, freezeOwnWallet } from './freeze-wallet.ts';
import { openWallet, openWalletLater, sendOpeningCode } from './open-wallet.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(contract.freezeWallet, (_input, { actor }) => freezeOwnWallet(deps, actor)),
    route(contract.sendOpeningCode, (_input, { actor }) => sendOpeningCode(deps, actor.userId)),
    route(contract.openWallet, ({ body }, { actor }) => openWallet(deps, { userId: actor.userId, ...body })),
    route(contract.openWalletLater, (_input, { actor }) => openWalletLater(deps, actor.userId)),
    route(contract.sendFreezeCode, async ({ body }) => {
      await sendFreezeCode(deps, body);
      return {};
    }),
    route(contract.freezeByPhone, async ({ body }) => {
      await freezeByPhone(deps, body);
      return {};
    }),
    route(contract.freezeByLink, async ({ body }) => {
      await freezeByLink(deps, body);
      return {};
    }),
  ];
}
