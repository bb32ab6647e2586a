import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../control/audit/index.ts';
import { administrationRoutes } from './administration-routes.ts';
import { changeMerchant } from './change-merchant.ts';
import { createMerchant } from './create-merchant.ts';
import { listMerchants } from './list-merchants.ts';
import { describeMember } from './member.ts';
import { describeMerchant, merchantDetailsOf } from './merchant-details.ts';
import { settingsRoutes } from './settings-routes.ts';
import { signInMerchant } from './sign-in-merchant.ts';
import { staffRoutes } from './staff-routes.ts';
import { regenerateSecret } from './update-secret.ts';

export function routes(deps: Deps): Route[] {
  return [
    ...administrationRoutes(deps),
    ...settingsRoutes(deps),
    ...staffRoutes(deps),
    route(contract.merchantLogin, ({ body }, { address, userAgent, deviceKey }) =>
      signInMerchant(deps, { ...body, address, userAgent, deviceKey }),
    ),
    route(contract.merchantMe, (_input, { actor }) => describeMember(deps, actor.staffId)),
    route(contract.merchantDetails, ({ body }, { actor }) =>
      merchantDetailsOf(deps, { asker: actor, merchantCode: body.merchantCode }),
    ),
    route(contract.updateMerchantSecret, async ({ body }, { actor }) => ({
      apiSecret: await regenerateSecret(deps, { ...actor, ...body }),
    })),
    route(contract.addMerchant, async ({ body }, context) => {
      const { merchantId } = await createMerchant(deps, { ...body, addedBy: auditorOf(context) });
      return describeMerchant(deps.db, merchantId);
    }),
    route(contract.updateMerchant, ({ body: { merchantId, reason, ...wanted } }, context) =>
      changeMerchant(deps, { merchantId, wanted, reason, auditor: auditorOf(context) }),
    ),
    route(contract.suspendMerchant, ({ body: { merchantId } }, context) =>
      changeMerchant(deps, { merchantId, wanted: { status: 'SUSPENDED' }, auditor: auditorOf(context) }),
    ),
    route(contract.listMerchants, ({ body }) => listMerchants(deps, body)),
  ];
}
