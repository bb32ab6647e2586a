import { administratorRoles } from '@zawadi/contract/roles';
import type { AdministratorRole } from '@zawadi/contract/roles';
import { useAdministrator } from '../session/session.tsx';

export type Rights = {
  isAdministrator: boolean;
  mayMoveMoney: boolean;
  /** Whether this administrator may request refunds, voids and extensions; support's requests need an approval. */
  mayAskForMoney: boolean;
  mayHelp: boolean;
  /** Whether this administrator may query M-PESA about a payment and resend a gift. */
  mayQueryAndResend: boolean;
};

/**
 * Returns the signed-in administrator's rights, so that screens show only permitted actions. The server enforces them.
 */
export function useRights(): Rights {
  const { staffRole } = useAdministrator();
  return {
    isAdministrator: isAmong(administratorRoles.administrator, staffRole),
    mayMoveMoney: isAmong(administratorRoles.money, staffRole),
    mayAskForMoney: isAmong(administratorRoles.working, staffRole),
    mayHelp: isAmong(administratorRoles.helping, staffRole),
    mayQueryAndResend: staffRole !== 'read-only',
  };
}

function isAmong(roles: readonly AdministratorRole[], role: AdministratorRole): boolean {
  return roles.includes(role);
}
