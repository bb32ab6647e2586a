import { useQueryClient } from '@tanstack/react-query';
import type { AdminUser } from '@zawadi/contract/admin-users';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { toast } from '../../../ui/toast.tsx';

/** Returns a function that stores the updated consumer, shows a toast, closes the dialog and refetches the list. */
export function useUserUpdate(onClose: () => void) {
  const queries = useQueryClient();
  return (user: AdminUser, said: string) => {
    queries.setQueryData(adminQueryKeys.adminUser(user.userId), user);
    toast.success(said);
    onClose();
    void queries.invalidateQueries({ queryKey: adminQueryKeys.adminUsers });
  };
}
