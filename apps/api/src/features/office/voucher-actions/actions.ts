import { approvable, type Approvable } from '../../services/approvals/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { extensionAction } from './extension-action.ts';
import { refundAction, refundQuestion } from './refund-action.ts';
import { reversedPaymentAction, reversedPaymentQuestion } from './reversed-payment-action.ts';
import { suspenseAction } from './suspense-action.ts';
import { voidAction } from './void-action.ts';

/** Actions on payments and vouchers that a second administrator may approve. */
export function actions(deps: OrderDeps): Approvable[] {
  return [
    approvable(refundAction(deps), refundQuestion),
    approvable(voidAction(deps)),
    approvable(extensionAction(deps)),
    approvable(reversedPaymentAction(deps), reversedPaymentQuestion),
    approvable(suspenseAction(deps)),
  ];
}
