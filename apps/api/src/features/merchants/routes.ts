import { merchantDetails, merchantLogin, updateMerchantSecret } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import { merchantDetailsOf } from './merchant-details.ts';
import { signInMerchant } from './sign-in-merchant.ts';
import { regenerateSecret } from './update-secret.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(merchantLogin, ({ body }, { address, userAgent }) =>
      signInMerchant(deps, { ...body, address, userAgent }),
    ),
    route(merchantDetails, ({ body }, { actor }) =>
      merchantDetailsOf(deps, {
        merchantId: actor.merchantId,
        ownCode: actor.merchantCode,
        askedCode: body.merchantCode,
      }),
    ),
    route(updateMerchantSecret, async ({ body }, { actor }) => ({
      apiSecret: await regenerateSecret(deps, {
        merchantId: actor.merchantId,
        apiKey: body.apiKey,
      }),
    })),
  ];
}
