import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { showContacts } from './show-contacts.ts';

export function routes(deps: Pick<Deps, 'db'>): Route[] {
  return [
    route(contract.showContacts, ({ body }, context) =>
      showContacts(deps, { record: body, auditor: auditorOf(context) }),
    ),
  ];
}
