import { administratorDetails } from '@zawadi/contract/admin';
import { userDetails } from '@zawadi/contract/auth';
import { merchantDetails } from '@zawadi/contract/merchants';
import { merchantStaffRole } from '@zawadi/contract/staff-roles';
import { call, CallFailed, CallRefused } from '../../api/call.ts';
import type { Claims } from '../../api/claims.ts';
import { followAccount } from '../../i18n/language.ts';
import type { SessionState } from './session-state.ts';

/** Asks the server whose token is stored; signed-out when it takes it no longer. */
export async function whoIs({ sub, role, staffRole }: Claims): Promise<SessionState> {
  const signedIn = { status: 'signed-in', role, subject: sub } as const;
  try {
    if (role === 'ROLE_USER') {
      const user = await call(userDetails, { body: {} });
      await followAccount(user.language);
      return { ...signedIn, user };
    }
    if (role === 'ROLE_MERCHANT') {
      const merchant = await call(merchantDetails, { body: { merchantCode: sub } });
      return { ...signedIn, merchant, staffRole: merchantStaffRole.catch('cashier').parse(staffRole) };
    }
    return { ...signedIn, administrator: await call(administratorDetails) };
  } catch (error) {
    if (isOver(error)) return { status: 'signed-out' };
    if (error instanceof CallFailed || error instanceof CallRefused) return { status: 'unreachable' };
    throw error;
  }
}

function isOver(error: unknown): boolean {
  return error instanceof CallRefused && [401, 403, 404].includes(error.status);
}
