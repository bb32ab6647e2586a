import { readTimeline as endpoint } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { readTimeline } from './read-timeline.ts';

export function routes({ db }: Pick<Deps, 'db'>): Route[] {
  return [route(endpoint, ({ params, query }) => readTimeline(db, { ...params, ...query }))];
}
