import { logout, refresh } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import { refreshSession } from './refresh-session.ts';
import { signOut } from './sign-out.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(refresh, ({ body }) => refreshSession(deps, body.refreshToken)),
    route(logout, async ({ body }) => {
      await signOut(deps, body.refreshToken);
      return {};
    }),
  ];
}
