import type { StaffRole } from '@zawadi/contract';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordCommand } from '../audit/index.ts';
import { createAdministrator } from './create-administrator.ts';

/**
 * Makes an administrator from the server's command line, which is how the first one comes to be, and writes it down. The
 * password stood on a screen, so it is for the first sign-in only.
 * @returns false when the address has a sign-in already, which stays as it is
 */
export async function createFirstAdministrator(
  deps: Pick<Deps, 'db'>,
  request: { email: string; name: string; password: string; staffRole: StaffRole },
): Promise<boolean> {
  const { email, name, staffRole } = request;
  return inTransaction(deps.db, async (tx) => {
    const id = await createAdministrator({ db: tx }, { ...request, mustChangePassword: true });
    if (id === undefined) return false;
    await recordCommand(tx, 'admin:create', {
      action: 'staff.created',
      subjectKind: 'staff',
      subjectId: id,
      after: { email, name, staffRole },
    });
    return true;
  });
}
