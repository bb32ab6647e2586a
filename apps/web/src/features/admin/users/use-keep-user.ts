import { useQueryClient } from '@tanstack/react-query';
import type { AdminUser } from '@zawadi/contract/admin-users';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';

/** Shows the consumer as an action left them, says so, and closes the dialog that asked. */
export function useKeepUser(onClose: () => void) {
  const queries = useQueryClient();
  return (user: AdminUser, said: string) => {
    queries.setQueryData(queryKeys.adminUser(user.userId), user);
    toast.success(said);
    onClose();
    void queries.invalidateQueries({ queryKey: queryKeys.adminUsers });
  };
}
