import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { refreshSession } from './refresh-session.ts';
import { signOut } from './devices.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(contract.refresh, ({ body }, { deviceKey }) => refreshSession(deps, { ...body, deviceKey })),
    route(contract.logout, async ({ body }) => {
      await signOut(deps, body.refreshToken);
      return {};
    }),
  ];
}
