import type { Approvable } from './features/services/approvals/index.ts';
import * as adjustments from './features/office/adjustments/index.ts';
import * as administrators from './features/people/administrators/index.ts';
import * as blockList from './features/people/block-list/index.ts';
import * as feesAndLimits from './features/office/fees-and-limits/index.ts';
import * as fraud from './features/merchants/fraud/index.ts';
import * as lostContacts from './features/people/lost-contacts/index.ts';
import * as merchants from './features/people/merchants/index.ts';
import * as postingRequests from './features/office/posting-requests/index.ts';
import * as ownLimits from './features/people/own-limits/index.ts';
import * as reconciliation from './features/office/reconciliation/index.ts';
import * as templates from './features/office/templates/index.ts';
import * as stops from './features/services/stops/index.ts';
import * as ussd from './features/money/ussd/index.ts';
import * as voucherActions from './features/office/voucher-actions/index.ts';
import * as withdrawals from './features/money/withdrawals/index.ts';
import type { OrderDeps } from './features/mpesa/orders/index.ts';

/** Lists all actions that may need a second administrator. */
export function approvableActions(deps: OrderDeps): Approvable[] {
  return [
    ...voucherActions.actions(deps),
    ...reconciliation.actions,
    ...adjustments.actions(deps),
    ...postingRequests.actions(deps),
    ...withdrawals.actions(deps),
    ...feesAndLimits.actions(deps),
    ...administrators.actions(deps),
    ...merchants.actions(deps),
    ...ownLimits.actions(deps),
    ...fraud.actions,
    ...templates.actions(deps),
    ...lostContacts.actions(deps),
    ...ussd.actions(deps),
    ...blockList.actions(deps),
    ...stops.actions(deps),
  ];
}
