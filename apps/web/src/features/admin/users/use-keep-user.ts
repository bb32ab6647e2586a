import { useQueryClient } from '@tanstack/react-query';
import type { AdminUser } from '@zawadi/contract/admin-users';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';

/** Shows the consumer as updated, shows a toast, and closes the confirm dialog. */
export function useUserUpdate(onClose: () => void) {
  const queries = useQueryClient();
  return (user: AdminUser, said: string) => {
    queries.setQueryData(queryKeys.adminUser(user.userId), user);
    toast.success(said);
    onClose();
    void queries.invalidateQueries({ queryKey: queryKeys.adminUsers });
  };
}
