import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { forgetMachineCredentials } from './machine-credentials.ts';
import { markActive } from './store.ts';

/**
 * Approves a merchant that waits for it.
 * @throws Refusal `not_found` for any other
 */
export async function activateMerchant(deps: Pick<Deps, 'db'>, merchantId: string): Promise<void> {
  if (!(await markActive(deps.db, merchantId))) throw new Refusal('not_found');
  forgetMachineCredentials(deps.db);
}
