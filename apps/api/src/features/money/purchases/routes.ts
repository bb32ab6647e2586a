import {
  confirmPayment,
  payFromWallet,
  purchaseDetails,
  recipients,
  registerBasket,
  startPurchase,
} from '@zawadi/contract';
import { route, type Route } from '../../../http/routes.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { confirmPayment as confirm } from './confirm-payment.ts';
import { describePurchase } from './describe-purchase.ts';
import { findOwnPurchase } from './find-own-purchase.ts';
import { payFromWallet as payByWallet } from './pay-from-wallet.ts';
import { listRecipients } from './recipients-store.ts';
import { registerGiftBasket } from './register-purchase.ts';
import { startPurchase as start } from './start-purchase.ts';

export function routes(deps: OrderDeps): Route[] {
  return [
    route(startPurchase, ({ headers, body }, { actor }) =>
      start(deps, { buyerId: actor.userId, requestId: headers['x-requestid'], body }),
    ),
    route(confirmPayment, ({ headers, body }, { actor }) =>
      confirm(deps, { buyerId: actor.userId, requestId: headers['x-requestid'], ...body }),
    ),
    route(registerBasket, ({ body }, { actor }) => registerGiftBasket(deps, { buyerId: actor.userId, body })),
    route(payFromWallet, ({ params, body }, { actor }) =>
      payByWallet(deps, { buyerId: actor.userId, requestId: params.requestId, body }),
    ),
    route(purchaseDetails, async ({ params }, { actor }) =>
      describePurchase(deps, await findOwnPurchase(deps.db, actor.userId, params.requestId)),
    ),
    route(recipients, async (_input, { actor }) => ({
      recipients: await listRecipients(deps.db, actor.userId),
    })),
  ];
}
