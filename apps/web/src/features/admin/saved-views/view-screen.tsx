import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { readSavedView } from '@zawadi/contract/saved-views';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { DetailScreen } from '../../lists/detail-screen.tsx';
import { filtersToday } from './view-filters.ts';

/** Address of a saved view: opens its list with its filters as they are today. */
export function ViewScreen() {
  const { viewId } = useParams({ from: '/admin/views/$viewId' });
  const view = useQuery({
    queryKey: adminQueryKeys.savedView(viewId),
    queryFn: ({ signal }) => call(readSavedView, { params: { viewId }, signal }),
  });
  return (
    <DetailScreen
      query={view}
      title="Saved view"
      list={{ to: '/admin', label: 'Dashboard' }}
      missing={{
        title: 'View not found',
        text: 'It was deleted, or its owner does not share it.',
        all: 'Dashboard',
      }}
      failed={{ title: 'Failed to load this view' }}
    >
      {(found) => (
        // The list is any list of this area, which the type of the routes cannot say.
        <Navigate to={found.list as '/admin/transactions'} search={filtersToday(found) as object} replace />
      )}
    </DetailScreen>
  );
}
