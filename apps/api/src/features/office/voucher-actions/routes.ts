import {
  adminResendVoucher,
  bookReversal,
  extendVoucher,
  freezeVoucher,
  refundVoucher,
  releaseHoldBySupport,
  resolveHeldMoney,
  unfreezeVoucher,
  voidVoucher,
} from '@zawadi/contract';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { resendByAdministrator } from '../../money/vouchers/index.ts';
import { freezeBySupport, unfreezeBySupport } from './freeze-action.ts';
import { requestExtension } from './extension-action.ts';
import { requestRefund } from './refund-action.ts';
import { releaseHoldBySupport as releaseHold } from './release-hold-action.ts';
import { requestReversedPayment } from './reversed-payment-action.ts';
import { requestSuspenseResolution } from './suspense-action.ts';
import { requestVoid } from './void-action.ts';

/** Administrators' actions on payments and vouchers. */
export function routes(deps: OrderDeps): Route[] {
  return [
    route(adminResendVoucher, async ({ body }, context) => {
      await resendByAdministrator(deps, { ...body, auditor: auditorOf(context) });
      return {};
    }),
    route(freezeVoucher, async ({ body }, context) => {
      await freezeBySupport(deps, { ...body, auditor: auditorOf(context) });
      return {};
    }),
    route(unfreezeVoucher, async ({ body }, context) => {
      await unfreezeBySupport(deps, { ...body, auditor: auditorOf(context) });
      return {};
    }),
    route(releaseHoldBySupport, async ({ body }, context) => {
      await releaseHold(deps, { ...body, auditor: auditorOf(context) });
      return {};
    }),
    route(refundVoucher, ({ body }, context) =>
      requestRefund(deps, { ...body, closesAs: 'REFUNDED', auditor: auditorOf(context) }),
    ),
    route(voidVoucher, ({ body }, context) => requestVoid(deps, { ...body, auditor: auditorOf(context) })),
    route(extendVoucher, ({ body }, context) =>
      requestExtension(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(bookReversal, ({ body: { transactionId: purchaseId, ...said } }, context) =>
      requestReversedPayment(deps, { purchaseId, ...said, auditor: auditorOf(context) }),
    ),
    route(resolveHeldMoney, ({ body }, context) =>
      requestSuspenseResolution(deps, { ...body, auditor: auditorOf(context) }),
    ),
  ];
}
