import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { deleteSavedView, listSavedViews, saveView, type SavedView } from '@zawadi/contract/saved-views';
import { Link2, Pencil, Trash2 } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { ActionMenu, type MenuAction } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { Popup } from '../../../ui/popup.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { toast } from '../../../ui/toast.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import type { EditedView } from './view-dialog.tsx';
import { areEqual, filtersToday, PERIOD_WORDS, type Filters } from './view-filters.ts';
import './saved-views.css';

type ViewsPopupProps = {
  anchor: RefObject<HTMLButtonElement | null>;
  list: string;
  /** Filters of the list on the screen. */
  filters: Filters;
  onClose: () => void;
  onEdit: (view: EditedView) => void;
};

/** Saved views of one list: own ones, and those that colleagues share. */
export function ViewsPopup({ anchor, list, filters, onClose, onEdit }: ViewsPopupProps) {
  const [deleted, setDeleted] = useState<SavedView>();
  const queries = useQueryClient();
  const saved = useQuery({
    queryKey: adminQueryKeys.savedViews(list),
    queryFn: ({ signal }) => call(listSavedViews, { query: { list }, signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: adminQueryKeys.allSavedViews });
  const deleting = useMutation({
    mutationFn: ({ viewId }: SavedView) => call(deleteSavedView, { params: { viewId } }),
    onSuccess: (_, view) => setDeleted(view),
    onError: (error) => toast.error(sentenceOf(error)),
    onSettled: refresh,
  });
  const restoring = useMutation({
    mutationFn: ({ viewId, name, filters: kept, period, isShared }: SavedView) =>
      call(saveView, { params: { viewId }, body: { list, name, filters: kept, period, isShared } }),
    onSuccess: () => setDeleted(undefined),
    onError: (error) => toast.error(sentenceOf(error)),
    onSettled: refresh,
  });
  const views = saved.data?.views;
  const parts = [
    { title: 'My views', views: views?.filter(({ isOwn }) => isOwn) ?? [] },
    { title: 'Shared by colleagues', views: views?.filter(({ isOwn }) => !isOwn) ?? [] },
  ].filter((part) => part.views.length > 0);
  return (
    <Popup
      {...{ anchor, onClose }}
      title="Views"
      className="saved-views"
      foot={<Button onClick={() => onEdit('new')}>Save this view</Button>}
    >
      {saved.isPending && <ListSkeleton rows={3} />}
      {saved.isError && <LoadFailure title="Failed to load your views" of={saved} />}
      {deleted !== undefined && (
        <div className="view-deleted" role="status">
          <p>{unbroken(`“${deleted.name}” is deleted.`)}</p>
          <Button
            variant="secondary"
            small
            ref={focusOn}
            isBusy={restoring.isPending}
            busyLabel="Restoring..."
            onClick={() => restoring.mutate(deleted)}
          >
            Undo
          </Button>
        </div>
      )}
      {views?.length === 0 && deleted === undefined && (
        <p className="muted">No saved views. Set the filters, then save them under a name.</p>
      )}
      {parts.map((part) => (
        <section key={part.title}>
          <h3>{part.title}</h3>
          <ul>
            {part.views.map((view) => (
              <ViewRow
                key={view.viewId}
                view={view}
                isOpened={areEqual(filtersToday(view), filters)}
                onOpened={onClose}
                onEdit={() => onEdit(view)}
                onDelete={() => deleting.mutate(view)}
              />
            ))}
          </ul>
        </section>
      ))}
    </Popup>
  );
}

/** The deleted row had the focus. */
function focusOn(button: HTMLButtonElement | null): void {
  button?.focus();
}

type ViewRowProps = {
  view: SavedView;
  isOpened: boolean;
  onOpened: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

function ViewRow({ view, isOpened, onOpened, onEdit, onDelete }: ViewRowProps) {
  const { viewId, name, list, period, isOwn, isShared, ownerName } = view;
  const about = [period && PERIOD_WORDS[period], isOwn ? isShared && 'Shared' : ownerName].filter(Boolean);
  const ownActions: MenuAction[] = [
    { label: 'Change', icon: Pencil, onSelect: onEdit },
    { label: 'Delete', icon: Trash2, onSelect: onDelete },
  ];
  return (
    <li>
      <Link
        // The list is any list of this area, which the type of the routes cannot say.
        to={list as '/admin/transactions'}
        search={filtersToday(view) as object}
        aria-current={isOpened || undefined}
        onClick={onOpened}
      >
        <b>{unbroken(name)}</b>
        {about.length > 0 && <span className="tiny muted">{about.join(' · ')}</span>}
      </Link>
      <ActionMenu
        label={`Actions for ${name}`}
        actions={[
          { label: 'Copy link', icon: Link2, onSelect: () => void copyLink(viewId) },
          ...(isOwn ? ownActions : []),
        ]}
      />
    </li>
  );
}

async function copyLink(viewId: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${location.origin}/admin/views/${viewId}`);
    toast.success('Link copied', 'Colleagues can open it if the view is shared.');
  } catch {
    toast.error('Your browser did not let us copy the link.');
  }
}
