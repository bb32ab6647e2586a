import { useQuery } from '@tanstack/react-query';
import { machineState } from '@zawadi/contract/merchant-api-access';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Loads the state of the merchant's API access. */
export function useMachineState(merchantId: string) {
  return useQuery({
    queryKey: queryKeys.adminMerchantMachine(merchantId),
    queryFn: ({ signal }) => call(machineState, { params: { merchantId }, signal }),
  });
}
