import { useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Button that refetches all queries whose key starts with `queryKey`. */
export function RefreshButton({ queryKey, isBusy }: { queryKey: QueryKey; isBusy: boolean }) {
  const queries = useQueryClient();
  return (
    <Button
      variant="secondary"
      small
      onClick={() => void queries.invalidateQueries({ queryKey })}
      isBusy={isBusy}
      busyLabel="Refreshing..."
    >
      <Icon of={RefreshCw} />
      Refresh
    </Button>
  );
}
