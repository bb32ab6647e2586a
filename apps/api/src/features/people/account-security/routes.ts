import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Actors } from '../../../http/actor.ts';
import { route, type Route } from '../../../http/routes.ts';
import type { ReadSimSwap } from '../../mpesa/client/index.ts';
import { claimedMember, findMerchantMemberById, memberHolder } from '../merchants/index.ts';
import {
  changePassword,
  disableTwoFactor,
  enableTwoFactor,
  renewCodes,
  resetPasswordWithCode,
  resetPasswordWithLink,
  sendReset,
  startTwoFactor,
  type Claimed,
} from '../credentials/index.ts';
import {
  addPasskey,
  listPasskeys,
  passkeySignInOptions,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  startPasskey,
} from '../passkeys/index.ts';
import { forgetLiveSessions, listDevices, signOutDevice, signOutEverywhere } from '../sessions/index.ts';
import { administratorHolder, claimedAdministrator, findAdministratorById } from '../administrators/index.ts';
import {
  claimedByPhone,
  claimedByTarget,
  claimedConsumer,
  consumerHolder,
  findConsumerById,
} from '../users/index.ts';

type Actor = Actors['signed-in'];
/** `readSimSwap` reads when a SIM was swapped; undefined if the operator has not subscribed to that product. */
type SecurityDeps = Deps & { readSimSwap: ReadSimSwap | undefined };

const HOLDERS = { consumer: consumerHolder, merchant: memberHolder, admin: administratorHolder } as const;
const BY_ID = {
  consumer: findConsumerById,
  merchant: findMerchantMemberById,
  admin: findAdministratorById,
} as const;

/**
 * Routes for passwords, second factors, passkeys and devices: the same for consumers, merchants' staff and
 * administrators.
 */
export function routes(deps: SecurityDeps): Route[] {
  return [
    ...ownPassword(deps),
    ...forgottenPassword(deps),
    ...twoFactor(deps),
    ...passkeySignIn(deps),
    ...ownPasskeys(deps),
    ...devices(deps),
  ];
}

function ownPassword(deps: Deps): Route[] {
  return [
    route(contract.changePassword, async ({ body }, { actor }) =>
      changePassword(deps, await holderOf(deps, actor), { sessionId: actor.sessionId, ...body }),
    ),
  ];
}

/** Routes without a session. Each area has its own URLs, which reset accounts of that area only. */
function forgottenPassword(deps: SecurityDeps): Route[] {
  const send = async (claimed: Claimed, deviceToken: string | undefined) => {
    await sendReset(deps, claimed, deviceToken);
    return {};
  };
  type Typed = { otp: string; password: string };
  const reset = (claimed: Claimed, { otp: code, password }: Typed, address: string) =>
    resetPasswordWithCode(deps, claimed, { code, password, address });
  return [
    route(contract.generatePasswordOtp, ({ body }) => send(claimedConsumer(body.email), body.deviceToken)),
    route(contract.generatePhonePasswordOtp, ({ body }) =>
      send(claimedByPhone(deps, body.phone), body.deviceToken),
    ),
    route(contract.generateMerchantPasswordOtp, ({ body }) => send(claimedMember(body), body.deviceToken)),
    route(contract.generateAdminPasswordOtp, ({ body }) =>
      send(claimedAdministrator(body.email), body.deviceToken),
    ),
    route(contract.resetPassword, ({ body }, { address }) =>
      reset(claimedConsumer(body.email), body, address),
    ),
    route(contract.resetPasswordByPhone, ({ body }, { address }) =>
      reset(claimedByPhone(deps, body.phone), body, address),
    ),
    route(contract.resetMerchantPassword, ({ body }, { address }) =>
      reset(claimedMember(body), body, address),
    ),
    route(contract.resetAdminPassword, ({ body }, { address }) =>
      reset(claimedAdministrator(body.email), body, address),
    ),
    route(contract.resetPasswordByLink, ({ body }, { address }) =>
      resetPasswordWithLink(deps, { audience: 'consumer', ...body, address }, ({ target }) =>
        claimedByTarget(deps, target),
      ),
    ),
    route(contract.resetMerchantPasswordByLink, ({ body }, { address }) =>
      resetPasswordWithLink(deps, { audience: 'merchant', ...body, address }, ({ account, target }) =>
        claimedMember({ merchantCode: account, email: target }),
      ),
    ),
    route(contract.resetAdminPasswordByLink, ({ body }, { address }) =>
      resetPasswordWithLink(deps, { audience: 'admin', ...body, address }, ({ target }) =>
        claimedAdministrator(target),
      ),
    ),
  ];
}

function twoFactor(deps: Deps): Route[] {
  return [
    route(contract.startTwoFactor, async ({ body }, { actor }) =>
      startTwoFactor(deps, await holderOf(deps, actor), body.password),
    ),
    route(contract.enableTwoFactor, async ({ body }, { actor }) => {
      const recoveryCodes = await enableTwoFactor(deps, await holderOf(deps, actor), {
        sessionId: actor.sessionId,
        code: body.otp,
      });
      return { recoveryCodes };
    }),
    route(contract.disableTwoFactor, async ({ body }, { actor }) => {
      const proof = { sessionId: actor.sessionId, password: body.password, code: body.otp };
      await disableTwoFactor(deps, await holderOf(deps, actor), proof);
      return {};
    }),
    route(contract.renewRecoveryCodes, async ({ body }, { actor }) => {
      const proof = { password: body.password, code: body.otp };
      return { recoveryCodes: await renewCodes(deps, await holderOf(deps, actor), proof) };
    }),
  ];
}

function passkeySignIn(deps: Deps): Route[] {
  return [
    route(contract.passkeySignInOptions, ({ params }) => passkeySignInOptions(deps, params.audience)),
    route(contract.signInByPasskey, ({ params: { audience }, body }, { address, userAgent, deviceKey }) => {
      const find = (subjectId: string) => BY_ID[audience](deps.db, subjectId);
      return signInByPasskey(deps, { ...body, audience, address, userAgent, deviceKey, find });
    }),
  ];
}

function ownPasskeys(deps: Deps): Route[] {
  return [
    route(contract.listPasskeys, (_input, { actor }) => listPasskeys(deps, actor)),
    route(contract.startPasskey, async ({ body }, { actor }) =>
      startPasskey(deps, await holderOf(deps, actor), { sessionId: actor.sessionId, ...body }),
    ),
    route(contract.addPasskey, async ({ body: { passkey, label } }, { actor, userAgent }) => {
      const made = { sessionId: actor.sessionId, passkey, label, userAgent };
      const added = await addPasskey(deps, await holderOf(deps, actor), made);
      dropCachedAdministratorSessions(deps, actor);
      return added;
    }),
    route(contract.renamePasskey, async ({ params, body }, { actor }) => {
      await renamePasskey(deps, actor, { ...params, ...body });
      return {};
    }),
    route(contract.removePasskey, async ({ params, body }, { actor }) => {
      await removePasskey(deps, await holderOf(deps, actor), { ...params, ...body });
      dropCachedAdministratorSessions(deps, actor);
      return {};
    }),
  ];
}

function devices(deps: Deps): Route[] {
  return [
    route(contract.listDevices, async (_input, { actor }) => ({ devices: await listDevices(deps, actor) })),
    route(contract.signOutDevice, async ({ params }, { actor }) => {
      await signOutDevice(deps, { ...actor, deviceId: params.id });
      return {};
    }),
    route(contract.signOutEverywhere, async (_input, { actor }) => {
      await signOutEverywhere(deps, actor);
      return {};
    }),
  ];
}

function holderOf({ db }: Pick<Deps, 'db'>, { audience, subjectId }: Actor) {
  return HOLDERS[audience](db, subjectId);
}

/**
 * Drops cached sessions of administrators: where a second factor or passkey is required, adding one changes
 * their rights.
 */
function dropCachedAdministratorSessions({ db }: Pick<Deps, 'db'>, { audience }: Actor): void {
  if (audience === 'admin') forgetLiveSessions(db);
}
