import { fraudAlerts } from '@zawadi/contract/fraud';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { FraudAlertRow } from './fraud-alert-row.tsx';

/** Every alert there was, those that were looked at included. */
export function FraudAlertDialog({ onClose }: { onClose: () => void }) {
  const list = usePages(fraudAlerts, { queryKey: queryKeys.fraudAlerts, query: { state: 'all' } });
  const alerts = list.data?.pages.flatMap((page) => page.alerts);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="All fraud alerts"
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {list.isPending && <ListSkeleton rows={4} />}
      {list.isError && alerts === undefined && (
        <LoadFailure title="The alerts could not be loaded" of={list} />
      )}
      {alerts?.length === 0 && <p className="muted">There was no alert yet.</p>}
      <ul className="fraud-alerts">
        {alerts?.map((alert) => (
          <FraudAlertRow key={alert.alertId} alert={alert} />
        ))}
      </ul>
      {list.hasNextPage && (
        <MoreButton onMore={() => void list.fetchNextPage()} isBusy={list.isFetchingNextPage} />
      )}
    </Dialog>
  );
}
