import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { giveUpWallet } from './give-up-wallet.ts';
import { historyCsv, listHistory, readHistoryEntry } from './list-history.ts';
import { readStats } from './read-stats.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(contract.dashboardStats, ({ body }, { actor }) =>
      readStats(deps, { actorId: actor.userId, userId: body.userId }),
    ),
    route(contract.history, ({ query }, { actor }) => listHistory(deps.db, { userId: actor.userId, query })),
    route(contract.historyEntry, ({ params }, { actor }) =>
      readHistoryEntry(deps.db, { userId: actor.userId, id: params.id }),
    ),
    route(contract.historyCsv, ({ query }, { actor }) =>
      historyCsv(deps, { userId: actor.userId, filters: query }),
    ),
    route(contract.giveUpWallet, ({ body }, { actor }) =>
      giveUpWallet(deps, { userId: actor.userId, ...body }),
    ),
  ];
}
