import { claimVoucher, viewVoucher } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import { claimVoucher as claim } from './claim-voucher.ts';
import { viewVoucher as view } from './view-voucher.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(viewVoucher, ({ params }) => view(deps, params)),
    route(claimVoucher, ({ body }, { actor }) => claim(deps, { userId: actor.userId, ...body })),
  ];
}
