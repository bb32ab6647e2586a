import { useQuery } from '@tanstack/react-query';
import { adminUserUssd } from '@zawadi/contract/admin-users';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { SessionList } from '../ussd/session-list.tsx';

/** The USSD sessions of a consumer's verified phone number. */
export function UserUssd({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: adminQueryKeys.adminUserUssd(userId),
    queryFn: ({ signal }) => call(adminUserUssd, { params: { userId }, signal }),
  });
  return (
    <Sheet title="USSD sessions">
      {data === undefined && error === null && <ListSkeleton rows={2} />}
      {data === undefined && error !== null && (
        <LoadFailure title="Failed to load the USSD sessions" of={{ error, isFetching, refetch }} />
      )}
      {data !== undefined && <SessionList of={data} />}
    </Sheet>
  );
}
