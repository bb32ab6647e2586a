import { staff } from '@zawadi/contract/staff-roles';
import type { StaffRole } from '@zawadi/contract/staff-roles';
import { useAdministrator } from '../session/session.tsx';

export type Rights = {
  isAdministrator: boolean;
  mayMoveMoney: boolean;
  mayHelpCustomers: boolean;
  /** Ask M-PESA about a payment, and send a gift again. */
  mayAskAgain: boolean;
};

/** What the signed-in administrator may do, so that a screen offers no more; the server decides. */
export function useRights(): Rights {
  const { staffRole } = useAdministrator();
  return {
    isAdministrator: isAmong(staff.administrator, staffRole),
    mayMoveMoney: isAmong(staff.money, staffRole),
    mayHelpCustomers: isAmong(staff.customers, staffRole),
    mayAskAgain: staffRole !== 'read-only',
  };
}

function isAmong(roles: readonly StaffRole[], role: StaffRole): boolean {
  return roles.includes(role);
}
