import { useQuery } from '@tanstack/react-query';
import { paidNumbers } from '@zawadi/contract/withdrawals';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { contactOf } from '../matching-contacts.ts';

/** Numbers withdrawn to before. A convenience: without it the fields are typed. */
export function useSavedNumbers() {
  const { data } = useQuery({
    queryKey: queryKeys.paidNumbers,
    queryFn: ({ signal }) => call(paidNumbers, { signal }),
  });
  return (data?.numbers ?? []).map(contactOf);
}
