import { replaceLostContacts } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { requestReplacement } from './replace-contacts.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(replaceLostContacts, ({ params, body }, context) =>
      requestReplacement(deps, { ...params, body, auditor: auditorOf(context) }),
    ),
  ];
}
