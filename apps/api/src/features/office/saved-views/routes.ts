import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { list, read, remove, saveView } from './save-view.ts';

export function routes(deps: Pick<Deps, 'db'>): Route[] {
  return [
    route(contract.listSavedViews, ({ query }, { actor: { administratorId } }) =>
      list(deps.db, { ...query, administratorId }),
    ),
    route(contract.readSavedView, ({ params }, { actor: { administratorId } }) =>
      read(deps.db, { ...params, administratorId }),
    ),
    route(contract.saveView, ({ params, body }, { actor: { administratorId } }) =>
      saveView(deps, { ...params, administratorId }, body),
    ),
    route(contract.deleteSavedView, ({ params }, { actor: { administratorId } }) =>
      remove(deps.db, { ...params, administratorId }),
    ),
  ];
}
