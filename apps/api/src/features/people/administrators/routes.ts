import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { signInAdministrator } from './sign-in-administrator.ts';
import { readAdministrator } from './store.ts';
import {
  addAccount,
  changeAccount,
  listAdministrators,
  resetPassword,
  resetTwoFactor,
} from './manage-accounts.ts';

export function routes(deps: Deps): Route[] {
  return [
    ...managementRoutes(deps),
    route(contract.adminLogin, ({ body }, { address, userAgent, deviceKey }) =>
      signInAdministrator(deps, { ...body, address, userAgent, deviceKey }),
    ),
    route(contract.administratorDetails, async (_input, { actor }) => {
      const administrator = await readAdministrator(deps.db, actor.administratorId);
      if (!administrator) throw new Refusal('unauthenticated');
      const { mustEnrolTwoFactor, mustAddPasskey } = actor;
      return { ...administrator, mustEnrolTwoFactor, mustAddPasskey };
    }),
  ];
}

/** Routes by which administrators manage each other's accounts. */
function managementRoutes(deps: Deps): Route[] {
  return [
    route(contract.listAdministrators, async (_input, { actor }) => ({
      administrators: await listAdministrators(deps, actor.administratorId),
      isTwoFactorRequired: deps.config.administratorsNeedTwoFactor,
    })),
    route(contract.addAdministrator, ({ body: { reason = 'A new administrator', ...wanted } }, context) =>
      addAccount(deps, { ...wanted, reason, auditor: auditorOf(context) }),
    ),
    route(contract.updateAdministrator, ({ params, body: { reason, ...changes } }, context) =>
      changeAccount(deps, { ...params, changes, reason, auditor: auditorOf(context) }),
    ),
    route(contract.resetAdministratorPassword, ({ params, body }, context) =>
      resetPassword(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.resetAdministratorTwoFactor, ({ params, body }, context) =>
      resetTwoFactor(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}
