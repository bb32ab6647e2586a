import { readTimeline as endpoint } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { recordLook } from '../admin-users/index.ts';
import { readTimeline } from './read-timeline.ts';

export function routes({ db }: Pick<Deps, 'db'>): Route[] {
  return [
    route(endpoint, async ({ params, query }, context) => {
      const timeline = await readTimeline(db, { ...params, ...query });
      if (params.subjectKind === 'user') await recordLook(db, params.subjectId, auditorOf(context));
      return timeline;
    }),
  ];
}
