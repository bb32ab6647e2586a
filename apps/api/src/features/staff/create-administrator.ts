import type { StaffRole } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { hashPassword } from '../sessions/index.ts';
import { insertAdministrator } from './store.ts';

/**
 * Makes the sign-in of somebody who runs the product.
 * @param request.email in lower case
 * @param request.mustChangePassword whether the password is only for the first sign-in
 * @returns the id, or undefined when the address has one already, which stays as it is
 */
export async function createAdministrator(
  deps: Pick<Deps, 'db'>,
  request: {
    email: string;
    name: string;
    password: string;
    staffRole: StaffRole;
    mustChangePassword?: boolean;
  },
): Promise<string | undefined> {
  const { password, mustChangePassword = false, ...administrator } = request;
  const id = newId();
  const passwordHash = await hashPassword(password);
  const row = { id, passwordHash, mustChangePassword, ...administrator };
  return (await insertAdministrator(deps.db, row)) ? id : undefined;
}
