import {
  makeMerchantVoucher,
  merchantVouchers,
  merchantVouchersCsv,
  resendMerchantVoucher,
  voidMerchantVoucher,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { resendAtPortal, voidAtPortal } from './change-voucher.ts';
import { listVouchers, vouchersCsv } from './list-vouchers.ts';
import { makeAtPortal } from './make-voucher.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(merchantVouchers, ({ query }, { actor: { merchantId } }) =>
      listVouchers(deps.db, { merchantId, query }),
    ),
    route(merchantVouchersCsv, ({ query }, { actor: { merchantId } }) =>
      Promise.resolve(vouchersCsv(deps, { merchantId, filters: query })),
    ),
    route(makeMerchantVoucher, ({ body }, { actor }) => makeAtPortal(deps, { actor, body })),
    route(voidMerchantVoucher, ({ body }, { actor }) => voidAtPortal(deps, { actor, ...body })),
    route(resendMerchantVoucher, ({ body }, { actor }) => resendAtPortal(deps, { actor, ...body })),
  ];
}
