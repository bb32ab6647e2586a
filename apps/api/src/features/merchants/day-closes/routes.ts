import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { closeDay } from './close-day.ts';
import { closePdf } from './close-pdf.ts';
import { confirmClose } from './confirm-close.ts';
import { closesCsv, pageOfCloses } from './list-closes.ts';
import { compareCount, listOpenDays } from './open-day.ts';

export function routes(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Route[] {
  return [
    route(contract.openDays, async (_input, { actor }) => ({
      open: await listOpenDays(deps, actor.staffId),
    })),
    route(contract.checkCount, ({ query: { placeId, till = null, counted } }, { actor }) =>
      compareCount(deps, { staffId: actor.staffId, placeId, till, counted }),
    ),
    route(contract.closeDay, ({ body }, { actor }) => closeDay(deps, { actor, ...body })),
    route(contract.listDayCloses, ({ query }, { actor }) => pageOfCloses(deps, { actor, query })),
    route(contract.dayClosesCsv, ({ query }, { actor }) =>
      Promise.resolve(closesCsv(deps, { actor, filters: query })),
    ),
    route(contract.dayClosePdf, ({ params: { closeId } }, { actor }) => closePdf(deps, { actor, closeId })),
    route(contract.confirmDayClose, ({ params: { closeId }, body: { note } }, { actor }) =>
      confirmClose(deps, { actor, closeId, note }),
    ),
  ];
}
