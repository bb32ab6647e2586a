import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateApiSecurity } from '@zawadi/contract/merchant-api-access';
import type { ApiAccess, ApiSecurity } from '@zawadi/contract/merchant-api-access';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';

/** Saves what protects the key, whole, and shows it as the server has understood it. */
export function useSaveSecurity() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiSecurity) => call(updateApiSecurity, { body }),
    onSuccess: (security) => {
      queries.setQueryData<ApiAccess>(queryKeys.apiAccess, (access) => access && { ...access, security });
      toast.success('Security settings saved');
    },
    onError: (error) => toast.error(sentenceOf(error, 'The security settings could not be saved.')),
  });
}
