import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { adjustMerchant } from './adjust-merchant.ts';
import { listAdjustments } from './list-adjustments.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(contract.adjustMerchant, ({ body }, context) =>
      adjustMerchant(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.listAdjustments, ({ query }) => listAdjustments(deps.db, query)),
  ];
}
