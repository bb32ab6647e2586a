import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

type NothingFoundProps = { title?: string; onShowAll: () => void; children?: ReactNode };

/** A list of merchants and administrators that was narrowed to nothing. */
export function NothingFound({
  title = 'Nothing found',
  onShowAll,
  children = 'Nothing fits what you are looking for.',
}: NothingFoundProps) {
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show everything
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
