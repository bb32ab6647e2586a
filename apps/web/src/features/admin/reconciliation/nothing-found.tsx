import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** A list that was narrowed to nothing. */
export function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title="Nothing found"
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show everything
        </Button>
      }
    >
      Nothing fits what you are looking for.
    </EmptyState>
  );
}
