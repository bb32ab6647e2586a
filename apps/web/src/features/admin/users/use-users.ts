import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  adminListUsers,
  adminUserDetail,
  adminUserDevices,
  adminUserVouchers,
  adminUserWallet,
} from '@zawadi/contract/admin-users';
import type { UserFilters } from '@zawadi/contract/admin-users';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

const LIST_PAGE = 50;
const FIRST_PAGE = undefined as string | undefined;

/** Which of somebody's vouchers are shown. */
export type VoucherSide = 'bought' | 'received';

/** Consumers, page after page, the newest first. */
export function useUsers(filters: UserFilters) {
  return useInfiniteQuery({
    queryKey: queryKeys.adminUserList(filters),
    queryFn: ({ pageParam, signal }) =>
      call(adminListUsers, { query: { ...filters, cursor: pageParam, limit: LIST_PAGE }, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** One consumer. */
export function useUserRecord(userId: string) {
  return useQuery({
    queryKey: queryKeys.adminUser(userId),
    queryFn: ({ signal }) => call(adminUserDetail, { params: { userId }, signal }),
  });
}

/** The statement of somebody's wallet, newest first. */
export function useUserWallet(userId: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.adminUserWallet(userId),
    queryFn: ({ pageParam, signal }) =>
      call(adminUserWallet, { params: { userId }, query: { cursor: pageParam }, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Vouchers that somebody bought or got, newest first. */
export function useUserVouchers(userId: string, show: VoucherSide) {
  return useInfiniteQuery({
    queryKey: queryKeys.adminUserVouchers(userId, show),
    queryFn: ({ pageParam, signal }) =>
      call(adminUserVouchers, { params: { userId }, query: { show, cursor: pageParam }, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Where somebody is signed in. */
export function useUserDevices(userId: string) {
  return useQuery({
    queryKey: queryKeys.adminUserDevices(userId),
    queryFn: ({ signal }) => call(adminUserDevices, { params: { userId }, signal }),
  });
}
