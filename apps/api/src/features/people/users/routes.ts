import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { consumerOfBearer } from '../sessions/index.ts';
import { resendVerification } from './mail-verification.ts';
import { sendPhoneCode, verifyPhoneNumber } from './verify-phone.ts';
import { signInConsumer } from './sign-in-consumer.ts';
import { signUp } from './sign-up.ts';
import { userDetailsOf } from './user-details.ts';
import { verifyEmailAddress } from './verify-email.ts';
import { deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { readPictureByName, removePicture, setPicture } from './picture.ts';
import { objectToChange } from './take-back-contact.ts';
import { changeProfile } from './update-profile.ts';

// Immutable, because each new picture has a new name. Only the browser caches pictures, a deleted one for a
// day at most.
const PICTURE_CACHE = 'private, max-age=86400, immutable';

export function routes(deps: Deps): Route[] {
  return [
    ...accountRoutes(deps),
    route(contract.login, ({ body }, { address, userAgent, deviceKey }) =>
      signInConsumer(deps, { ...body, address, userAgent, deviceKey }),
    ),
    route(contract.signup, async ({ body }) => {
      await signUp(deps, body);
      return {};
    }),
    route(contract.userDetails, ({ body }, { actor, bearer }) =>
      userDetailsOf(deps, { userId: actor.userId, bearer, accessToken: body.accessToken }),
    ),
    route(contract.generatePhoneOtp, async (_input, { actor }) => {
      await sendPhoneCode(deps, actor.userId);
      return {};
    }),
    route(contract.verifyPhone, async ({ body }, { actor }) => {
      await verifyPhoneNumber(deps, { userId: actor.userId, code: body.otp });
      return {};
    }),
    route(contract.verifyEmail, async ({ body: { token, password } }, session) => {
      const signedInAs = await consumerOfBearer(deps, session);
      await verifyEmailAddress(deps, { token, password, signedInAs });
      return {};
    }),
    route(contract.resendEmailVerification, async (_input, { actor }) => {
      await resendVerification(deps, actor.userId);
      return {};
    }),
  ];
}

/** Routes for the caller's own account. */
function accountRoutes(deps: Deps): Route[] {
  return [
    route(contract.updateProfile, ({ body }, { actor, bearer }) =>
      changeProfile(deps, { userId: actor.userId, bearer, changes: body }),
    ),
    route(contract.objectToContactChange, ({ body }) => objectToChange(deps, body)),
    route(contract.putPicture, async ({ body }, { actor }) => ({
      pictureUrl: await setPicture(deps, { userId: actor.userId, file: body }),
    })),
    route(contract.deletePicture, async (_input, { actor }) => {
      await removePicture(deps, actor.userId);
      return {};
    }),
    route(contract.readPicture, async ({ params }, { reply }) => {
      const webp = await readPictureByName(deps, params.name);
      return reply.type('image/webp').header('cache-control', PICTURE_CACHE).send(webp);
    }),
    route(contract.exportAccount, ({ body }, { actor }) =>
      exportAccount(deps, { userId: actor.userId, password: body.password, code: body.otp }),
    ),
    route(contract.deleteAccount, async ({ body }, { actor }) => {
      await deleteAccount(deps, { userId: actor.userId, password: body.password, code: body.otp });
      return {};
    }),
  ];
}
