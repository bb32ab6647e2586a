import { useRouterState, useSearch } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { filtersIn } from './view-filters.ts';
import type { EditedView } from './view-dialog.tsx';

const ViewsPopup = lazy(async () => ({ default: (await import('./views-popup.tsx')).ViewsPopup }));
const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }));

/** Opens the saved views of the list on the screen, and saves its filters as a view. */
export function SavedViews() {
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<EditedView>();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/u, '') });
  const filters = filtersIn(useSearch({ strict: false }));
  return (
    <>
      <button
        ref={button}
        type="button"
        className="pick"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Icon of={Bookmark} />
        Views
      </button>
      <Suspense>
        {isOpen && (
          <ViewsPopup
            anchor={button}
            list={list}
            filters={filters}
            onClose={() => setOpen(false)}
            onEdit={(view) => {
              setOpen(false);
              setEdited(view);
            }}
          />
        )}
        {edited !== undefined && (
          <ViewDialog list={list} filters={filters} edited={edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
    </>
  );
}
