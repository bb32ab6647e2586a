import * as contract from '@zawadi/contract';
import type { Deps } from '../../../platform/deps.ts';
import type { Actors } from '../../../platform/http/actor.ts';
import { route, type Route } from '../../../platform/http/routes.ts';
import { auditorOf } from '../../control/audit/index.ts';
import {
  changePassword,
  disableTwoFactor,
  enableTwoFactor,
  renewCodes,
  resetPasswordWithCode,
  resetPasswordWithLink,
  sendReset,
  startTwoFactor,
} from '../credentials/index.ts';
import { forgetLiveSessions } from '../sessions/index.ts';
import { administratorHolder, claimedAdministrator } from './holder.ts';

type Context = { actor: Actors['admin']; address: string; requestId: string };

/** What an administrator does with the own sign-in. */
export function accountRoutes(deps: Deps): Route[] {
  const holderOf = (context: Context) => administratorHolder(deps.db, auditorOf(context));
  return [
    route(contract.changeAdminPassword, async ({ body }, context) =>
      changePassword(deps, await holderOf(context), { sessionId: context.actor.sessionId, ...body }),
    ),
    route(contract.generateAdminPasswordOtp, async ({ body }, context) => {
      await sendReset(deps, claimedAdministrator(body.email, context), body.deviceToken);
      return {};
    }),
    route(contract.resetAdminPassword, async ({ body }, context) => {
      const { email, otp: code, password } = body;
      const { address } = context;
      return resetPasswordWithCode(deps, claimedAdministrator(email, context), { code, password, address });
    }),
    route(contract.resetAdminPasswordByLink, ({ body }, context) =>
      resetPasswordWithLink(deps, { audience: 'admin', ...body, address: context.address }, ({ target }) =>
        claimedAdministrator(target, context),
      ),
    ),
    route(contract.startAdminTwoFactor, async ({ body }, context) =>
      startTwoFactor(deps, await holderOf(context), body.password),
    ),
    route(contract.enableAdminTwoFactor, async ({ body }, context) => {
      const recoveryCodes = await enableTwoFactor(deps, await holderOf(context), body.otp);
      // Whoever had to enrol may do everything else from now on.
      forgetLiveSessions(deps.db);
      return { recoveryCodes };
    }),
    route(contract.disableAdminTwoFactor, async ({ body }, context) => {
      await disableTwoFactor(deps, await holderOf(context), { password: body.password, code: body.otp });
      forgetLiveSessions(deps.db);
      return {};
    }),
    route(contract.renewAdminRecoveryCodes, async ({ body }, context) => ({
      recoveryCodes: await renewCodes(deps, await holderOf(context), {
        password: body.password,
        code: body.otp,
      }),
    })),
  ];
}
