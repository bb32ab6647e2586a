import * as contract from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import { listDevices, signOutDevice, signOutEverywhere } from './devices.ts';
import { refreshSession } from './refresh-session.ts';
import { signOut } from './sign-out.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(contract.refresh, ({ body }) => refreshSession(deps, body.refreshToken)),
    route(contract.logout, async ({ body }) => {
      await signOut(deps, body.refreshToken);
      return {};
    }),
    route(contract.listDevices, async (_input, { actor }) => ({ devices: await listDevices(deps, actor) })),
    route(contract.signOutDevice, async ({ params }, { actor }) => {
      await signOutDevice(deps, { userId: actor.userId, deviceId: params.id });
      return {};
    }),
    route(contract.signOutEverywhere, async (_input, { actor }) => {
      await signOutEverywhere(deps, actor.userId);
      return {};
    }),
  ];
}
