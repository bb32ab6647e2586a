import type { ReactNode } from 'react';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

type NothingFoundProps = { title?: string; onShowAll: () => void; children?: ReactNode };

/** Shown if no row of a list matches the filters. */
export function NothingFound({
  title = say('Nothing found'),
  onShowAll,
  children = say('Nothing matches your search and filters.'),
}: NothingFoundProps) {
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="secondary" onClick={onShowAll}>
          {say('Clear filters')}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
