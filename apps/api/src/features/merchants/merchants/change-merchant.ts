import type { HandlerAnswer, updateMerchant } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import type { Auditor } from '../../control/audit/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { applyChanges, forgetMerchant, NO_REASON, type Wanted } from './apply-changes.ts';
import { closeMerchant } from './close-merchant.ts';
import { describeMerchant } from './merchant-details.ts';
import { forgetMachineCredentials } from './machine-authenticator.ts';
import { markActive } from './store.ts';

/**
 * What an administrator changes of a merchant. A status without sign-ins ends its sessions permanently and stops its
 * keys within a second; reactivation lets the same passwords and keys in again. Closing one that is owed much waits for a
 * second administrator; whatever else was asked for is done. The contact is notified of a change of status; of a new
 * contact address both the old and the new one are.
 * @throws Refusal `not_found`, `approval_open`, `approval_outdated`, `validation_failed` for a logo that is not uploaded
 */
export async function changeMerchant(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  request: { merchantId: string; wanted: Wanted; reason?: string | undefined; auditor: Auditor },
): Promise<HandlerAnswer<typeof updateMerchant>> {
  const { merchantId, auditor, reason } = request;
  const { status, ...others } = request.wanted;
  const isClosing = status === 'INACTIVE';
  const wanted = isClosing ? others : request.wanted;
  await inTransaction(deps.db, (tx) => applyChanges(tx, deps, { merchantId, wanted, reason, auditor }));
  forgetMerchant(deps);
  const action = isClosing
    ? await closeMerchant(deps, { merchantId, reason: reason ?? NO_REASON, auditor })
    : undefined;
  return { ...(await describeMerchant(deps.db, merchantId)), ...(action && { action }) };
}

/**
 * Approves a merchant that waits for it.
 * @throws Refusal `not_found` for any other
 */
export async function activateMerchant(deps: Pick<Deps, 'db'>, merchantId: string): Promise<void> {
  if (!(await markActive(deps.db, merchantId))) throw new Refusal('not_found');
  forgetMachineCredentials(deps.db);
}
