import * as contract from '@zawadi/contract';
import type { Deps } from '../../../platform/deps.ts';
import { route, type Route } from '../../../platform/http/routes.ts';
import {
  changePassword,
  disableTwoFactor,
  enableTwoFactor,
  renewCodes,
  resetPasswordWithCode,
  resetPasswordWithLink,
  sendReset,
  startTwoFactor,
} from '../../access/credentials/index.ts';
import { claimedMember, describeMember, memberHolder } from './member.ts';

/** What whoever works for a merchant does with the own sign-in. */
export function memberRoutes(deps: Deps): Route[] {
  const holderOf = ({ staffId }: { staffId: string }) => memberHolder(deps.db, staffId);
  return [
    route(contract.merchantMe, (_input, { actor }) => describeMember(deps, actor.staffId)),
    route(contract.changeMerchantPassword, async ({ body }, { actor }) =>
      changePassword(deps, await holderOf(actor), { sessionId: actor.sessionId, ...body }),
    ),
    route(contract.generateMerchantPasswordOtp, async ({ body }) => {
      await sendReset(deps, claimedMember(body), body.deviceToken);
      return {};
    }),
    route(contract.resetMerchantPassword, async ({ body }, { address }) => {
      const { otp: code, password } = body;
      return resetPasswordWithCode(deps, claimedMember(body), { code, password, address });
    }),
    route(contract.resetMerchantPasswordByLink, ({ body }, { address }) =>
      resetPasswordWithLink(deps, { audience: 'merchant', ...body, address }, ({ account, target }) =>
        claimedMember({ merchantCode: account, email: target }),
      ),
    ),
    route(contract.startMerchantTwoFactor, async ({ body }, { actor }) =>
      startTwoFactor(deps, await holderOf(actor), body.password),
    ),
    route(contract.enableMerchantTwoFactor, async ({ body }, { actor }) => ({
      recoveryCodes: await enableTwoFactor(deps, await holderOf(actor), body.otp),
    })),
    route(contract.disableMerchantTwoFactor, async ({ body }, { actor }) => {
      await disableTwoFactor(deps, await holderOf(actor), { password: body.password, code: body.otp });
      return {};
    }),
    route(contract.renewMerchantRecoveryCodes, async ({ body }, { actor }) => ({
      recoveryCodes: await renewCodes(deps, await holderOf(actor), {
        password: body.password,
        code: body.otp,
      }),
    })),
  ];
}
