import type { NewSavedView, SavedView } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { inTransaction, isUniqueViolation } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import * as store from './store.ts';

const MOST_OWN_VIEWS = 50;

/** Saves a new view, or changes an own one. The same id restores a view that was deleted by mistake. */
export async function saveView(
  { db }: Pick<Deps, 'db'>,
  key: store.ViewKey,
  view: NewSavedView,
): Promise<SavedView> {
  const { administratorId } = key;
  try {
    return await inTransaction(db, async (tx) => {
      await store.lockViewsOf(tx, administratorId);
      if (!(await store.updateView(tx, key, view))) {
        const own = await store.countOwnViews(tx, { list: view.list, administratorId });
        if (own >= MOST_OWN_VIEWS) throw new Refusal('views_full');
        if (!(await store.insertView(tx, key, view))) throw new Refusal('not_found');
      }
      return read(tx, key);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'saved_views_name_is_unique')) throw new Refusal('view_name_used');
    throw error;
  }
}

/** Reads an own or shared view. */
export async function read(db: Deps['db'], key: store.ViewKey): Promise<SavedView> {
  const view = await store.findView(db, key);
  if (view === undefined) throw new Refusal('not_found');
  return shown(view);
}

/** Lists own and shared views of one list. */
export async function list(
  db: Deps['db'],
  of: { list: string; administratorId: string },
): Promise<{ views: SavedView[] }> {
  return { views: (await store.listViews(db, of)).map(shown) };
}

/** Deletes an own view. */
export async function remove(db: Deps['db'], key: store.ViewKey): Promise<Record<string, never>> {
  if (!(await store.deleteView(db, key))) throw new Refusal('not_found');
  return {};
}

function shown({ period, ...view }: store.ViewRow): SavedView {
  return { ...view, ...(period !== null && { period }) };
}
