import { administratorDetails } from '@zawadi/contract/administrators-details';
import { merchantDetails } from '@zawadi/contract/merchants-details';
import { memberRoles } from '@zawadi/contract/roles';
import { call } from '../../api/call.ts';
import type { Claims } from '../../api/claims.ts';
import { rememberTestKey } from '../../api/test-key.ts';
import type { SignedIn } from './session-state.ts';

/** Loads the session of a merchant's staff member or an administrator from the server. */
export async function loadStaffSession({
  sub,
  role,
  staffRole,
}: Claims): Promise<Pick<SignedIn, 'merchant' | 'staffRole' | 'administrator'>> {
  if (role !== 'ROLE_MERCHANT') {
    rememberTestKey();
    return { administrator: await call(administratorDetails) };
  }
  const merchant = await call(merchantDetails, { body: { merchantCode: sub } });
  rememberTestKey(merchant.apiKey);
  return { merchant, staffRole: memberRoles.everybody.find((known) => known === staffRole) ?? 'cashier' };
}
