import { useQuery } from '@tanstack/react-query';
import {
  adminUserDetail,
  adminUserDevices,
  adminUserVouchers,
  adminUserWallet,
} from '@zawadi/contract/admin-users';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { usePages } from '../../lists/use-pages.ts';

/** Whether to show the vouchers that a consumer bought or received. */
export type VoucherSide = 'bought' | 'received';

/** Loads one consumer. */
export function useUserRecord(userId: string) {
  return useQuery({
    queryKey: adminQueryKeys.adminUser(userId),
    queryFn: ({ signal }) => call(adminUserDetail, { params: { userId }, signal }),
  });
}

/** Loads a wallet's transactions, newest first. */
export function useUserWallet(userId: string) {
  return usePages(adminUserWallet, { queryKey: adminQueryKeys.adminUserWallet(userId), params: { userId } });
}

/** Loads the vouchers that a consumer bought or received, newest first. */
export function useUserVouchers(userId: string, show: VoucherSide) {
  return usePages(adminUserVouchers, {
    queryKey: adminQueryKeys.adminUserVouchers(userId, show),
    params: { userId },
    query: { show },
  });
}

/** Loads the devices where a consumer is signed in. */
export function useUserDevices(userId: string) {
  return useQuery({
    queryKey: adminQueryKeys.adminUserDevices(userId),
    queryFn: ({ signal }) => call(adminUserDevices, { params: { userId }, signal }),
  });
}
