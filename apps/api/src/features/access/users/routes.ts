import {
  generatePhoneOtp,
  login,
  resendEmailVerification,
  signup,
  userDetails,
  verifyEmail,
  verifyPhone,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { consumerOfBearer } from '../sessions/index.ts';
import { accountRoutes } from './account-routes.ts';
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
