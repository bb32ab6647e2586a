import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { addStaff, changeStaff, listStaff, resetStaffPassword } from './staff-accounts.ts';

export function staffRoutes(deps: Deps): Route[] {
  return [
    route(contract.listStaff, async (_input, { actor }) => ({
      staff: await listStaff(deps, actor.merchantId),
    })),
    route(contract.addStaff, ({ body }, { actor }) => addStaff(deps, actor, body)),
    route(contract.updateStaff, ({ params, body }, { actor }) =>
      changeStaff(deps, actor, { staffId: params.staffId, changes: body }),
    ),
    route(contract.resetStaffPassword, ({ params }, { actor }) =>
      resetStaffPassword(deps, actor, params.staffId),
    ),
  ];
}
