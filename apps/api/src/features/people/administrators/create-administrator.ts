import type { AdministratorRole } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { hashPassword } from '../sessions/index.ts';
import { insertAdministrator } from './store.ts';

/**
 * Adds an administrator from the server's command line, as for the first one. The audit log names the
 * command.
 * @param request.email in lower case
 * @param request.mustChangePassword whether the password is for the first sign-in only
 * @returns the id; undefined when the email address already has an account, which stays unchanged
 */
export async function createAdministrator(
  deps: Pick<Deps, 'db'>,
  request: {
    email: string;
    name: string;
    password: string;
    staffRole: AdministratorRole;
    mustChangePassword?: boolean;
  },
  command = 'admin:create',
): Promise<string | undefined> {
  const { password, mustChangePassword = false, ...administrator } = request;
  const id = newId();
  const passwordHash = await hashPassword(password);
  const row = { id, passwordHash, mustChangePassword, ...administrator };
  return (await insertAdministrator(deps.db, row, { command })) ? id : undefined;
}
