import {
  generatePasswordOtp,
  generatePhoneOtp,
  login,
  resendEmailVerification,
  resetPassword,
  resetPasswordByLink,
  signup,
  userDetails,
  verifyEmail,
  verifyPhone,
} from '@zawadi/contract';
import type { Deps } from '../../../platform/deps.ts';
import { route, type Route } from '../../../platform/http/routes.ts';
import { resetPasswordWithCode, resetPasswordWithLink, sendReset } from '../credentials/index.ts';
import { consumerOfBearer } from '../sessions/index.ts';
import { accountRoutes } from './account-routes.ts';
import { claimedConsumer } from './holder.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { resendVerification } from './resend-verification.ts';
import { sendPhoneCode } from './send-phone-code.ts';
import { signInConsumer } from './sign-in-consumer.ts';
import { signUp } from './sign-up.ts';
import { userDetailsOf } from './user-details.ts';
import { verifyEmailAddress } from './verify-email.ts';
import { verifyPhoneNumber } from './verify-phone.ts';

export function routes(deps: Deps): Route[] {
  return [
    ...accountRoutes(deps),
    ...passkeyRoutes(deps),
    route(login, ({ body }, { address, userAgent, deviceKey }) =>
      signInConsumer(deps, { ...body, address, userAgent, deviceKey }),
    ),
    route(signup, async ({ body }) => {
      await signUp(deps, body);
      return {};
    }),
    route(userDetails, ({ body }, { actor, bearer }) =>
      userDetailsOf(deps, { userId: actor.userId, bearer, accessToken: body.accessToken }),
    ),
    route(generatePasswordOtp, async ({ body }) => {
      await sendReset(deps, claimedConsumer(body.email), body.deviceToken);
      return {};
    }),
    route(resetPassword, async ({ body }, { address }) => {
      const { email, otp: code, password } = body;
      return resetPasswordWithCode(deps, claimedConsumer(email), { code, password, address });
    }),
    route(resetPasswordByLink, ({ body }, { address }) =>
      resetPasswordWithLink(deps, { audience: 'consumer', ...body, address }, ({ target }) =>
        claimedConsumer(target),
      ),
    ),
    route(generatePhoneOtp, async (_input, { actor }) => {
      await sendPhoneCode(deps, actor.userId);
      return {};
    }),
    route(verifyPhone, async ({ body }, { actor }) => {
      await verifyPhoneNumber(deps, { userId: actor.userId, code: body.otp });
      return {};
    }),
    route(verifyEmail, async ({ body: { token, password } }, session) => {
      const signedInAs = await consumerOfBearer(deps, session);
      await verifyEmailAddress(deps, { token, password, signedInAs });
      return {};
    }),
    route(resendEmailVerification, async (_input, { actor }) => {
      await resendVerification(deps, actor.userId);
      return {};
    }),
  ];
}
