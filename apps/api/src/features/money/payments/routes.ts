import { registerTransaction } from '@zawadi/contract';
import { route, type Route } from '../../../http/routes.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { registerPurchase } from '../purchases/index.ts';
import { registerWithdrawal } from '../withdrawals/index.ts';

/** One endpoint registers both kinds of payment; `transactionType` selects purchase or withdrawal. */
export function routes(deps: PaymentDeps): Route[] {
  return [
    route(registerTransaction, ({ body }, { actor }) =>
      body.transactionType === 'purchase'
        ? registerPurchase(deps, { buyerId: actor.userId, body })
        : registerWithdrawal(deps, { userId: actor.userId, body }),
    ),
  ];
}
