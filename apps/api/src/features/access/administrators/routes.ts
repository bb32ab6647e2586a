import { administratorDetails, adminLogin } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { managementRoutes } from './management-routes.ts';
import { signInAdministrator } from './sign-in-administrator.ts';
import { readAdministrator } from './store.ts';

export function routes(deps: Deps): Route[] {
  return [
    ...managementRoutes(deps),
    route(adminLogin, ({ body }, { address, userAgent, deviceKey }) =>
      signInAdministrator(deps, { ...body, address, userAgent, deviceKey }),
    ),
    route(administratorDetails, async (_input, { actor }) => {
      const administrator = await readAdministrator(deps.db, actor.staffId);
      if (!administrator) throw new Refusal('unauthenticated');
      const { mustEnrolTwoFactor, mustAddPasskey } = actor;
      return { ...administrator, mustEnrolTwoFactor, mustAddPasskey };
    }),
  ];
}
