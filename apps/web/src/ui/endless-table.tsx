import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { DataTable, DataTableSkeleton } from './data-table.tsx';
import type { Column } from './data-table.tsx';
import { ErrorState } from './error-state.tsx';
import { MoreButton } from './more-button.tsx';

/** State of an infinite query. */
type Paging = {
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

export type EndlessTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined until the first page has loaded. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  paging: Paging;
  /** Shown if the first page fails to load: title, and a reassurance. */
  failed: { title: string; text: string };
  /** Shown if there are no rows. */
  empty: ReactNode;
  foot?: ReactNode;
  skeletonRows?: number;
};

/** Table that loads more rows while the user scrolls; shows also loading, an empty list and an error. */
export function EndlessTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  paging,
  failed,
  empty,
  foot,
  skeletonRows,
}: EndlessTableProps<Row>) {
  const { error, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage } = paging;
  const { refetch, fetchNextPage } = paging;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (rows === undefined) {
    if (error === null) return <DataTableSkeleton columns={columns} rows={skeletonRows} />;
    return (
      <ErrorState title={failed.title} onTryAgain={() => void refetch()} isTrying={isFetching}>
        {failed.text}
      </ErrorState>
    );
  }
  if (rows.length === 0) return empty;
  return (
    <div className={isPlaceholderData ? 'table-stale' : undefined} aria-busy={isPlaceholderData}>
      <DataTable caption={caption} columns={columns} rows={rows} rowKey={rowKey} />
      {hasNextPage && <MoreButton onMore={more} isBusy={isFetchingNextPage} isEager={error === null} />}
      {foot}
    </div>
  );
}
