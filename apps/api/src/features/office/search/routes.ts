import { searchEverything as endpoint } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { searchEverything } from './search-everything.ts';

export function routes(deps: Pick<Deps, 'db' | 'keys'>): Route[] {
  return [
    route(endpoint, ({ body }, context) =>
      searchEverything(deps, { text: body.text, auditor: auditorOf(context) }),
    ),
  ];
}
