import type { Approvable } from './features/control/approvals/index.ts';
import * as adjustments from './features/money/adjustments/index.ts';
import * as administrators from './features/access/administrators/index.ts';
import * as feesAndLimits from './features/control/fees-and-limits/index.ts';
import * as fraud from './features/merchants/fraud/index.ts';
import * as lostContacts from './features/access/lost-contacts/index.ts';
import * as merchants from './features/merchants/merchants/index.ts';
import * as reconciliation from './features/mpesa/reconciliation/index.ts';
import * as templates from './features/control/templates/index.ts';
import * as voucherActions from './features/money/voucher-actions/index.ts';
import * as withdrawals from './features/money/withdrawals/index.ts';
import type { OrderDeps } from './features/mpesa/orders/index.ts';

/** All that may need a second administrator. */
export function approvableActions(deps: OrderDeps): Approvable[] {
  return [
    ...voucherActions.actions(deps),
    ...reconciliation.actions,
    ...adjustments.actions(deps),
    ...withdrawals.actions(deps),
    ...feesAndLimits.actions(deps),
    ...administrators.actions(deps),
    ...merchants.actions(deps),
    ...fraud.actions,
    ...templates.actions(deps),
    ...lostContacts.actions(deps),
  ];
}
