import type { ReactNode } from 'react';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

type NothingFoundProps = { title?: string; onShowAll: () => void; children?: ReactNode };

/** Shown when filters leave no row of a list. */
export function NothingFound({
  title = say('Nothing found'),
  onShowAll,
  children = say('Nothing fits what you are looking for.'),
}: NothingFoundProps) {
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="secondary" onClick={onShowAll}>
          {say('Show everything')}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
