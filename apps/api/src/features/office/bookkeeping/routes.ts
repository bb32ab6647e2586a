import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { changeMap, listMaps } from './bookkeeping-map.ts';
import { journalCsv, readJournal } from './journal.ts';

export function routes({ db }: Pick<Deps, 'db'>): Route[] {
  return [
    route(contract.readBookkeepingMap, () => listMaps(db)),
    route(contract.changeBookkeepingMap, ({ body }, context) =>
      changeMap(db, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.journal, ({ query }) => readJournal(db, query)),
    route(contract.journalCsv, ({ params, query }) => journalCsv(db, { ...params, ...query })),
  ];
}
