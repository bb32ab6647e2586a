import { useQuery } from '@tanstack/react-query';
import { recipients } from '@zawadi/contract/purchases';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { contactOf } from '../matching-contacts.ts';

/** People given to before. A convenience: without it the fields are typed. */
export function useRecipients() {
  const { data } = useQuery({
    queryKey: queryKeys.recipients,
    queryFn: ({ signal }) => call(recipients, { signal }),
  });
  return (data?.recipients ?? []).map(({ fullName, ...rest }) => contactOf({ name: fullName, ...rest }));
}
