import { adminLogin } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import { signInAdministrator } from './sign-in-administrator.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(adminLogin, ({ body }, { address, userAgent }) =>
      signInAdministrator(deps, { ...body, address, userAgent }),
    ),
  ];
}
