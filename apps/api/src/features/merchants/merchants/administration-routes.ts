import { merchantsSummary, merchantTimeline, resetOwnerPassword, shillingsOf } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { auditorOf } from '../../control/audit/index.ts';
import * as owners from './reset-owner-password.ts';
import { countMerchants, readVolume } from './summary-store.ts';
import { timelineOf } from './timeline.ts';

/** What administrators see of all merchants together and of the past of one. */
export function administrationRoutes(deps: Deps): Route[] {
  return [
    route(merchantsSummary, async () => {
      const [counts, { volumeCents, transactions }] = await Promise.all([
        countMerchants(deps.db),
        readVolume(deps.db, nairobiDay(deps.clock.now())),
      ]);
      return { ...counts, volume: shillingsOf(volumeCents), transactions };
    }),
    route(merchantTimeline, ({ params, query }) => timelineOf(deps.db, { ...params, query })),
    route(resetOwnerPassword, ({ params, body }, context) =>
      owners.resetOwnerPassword(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}
