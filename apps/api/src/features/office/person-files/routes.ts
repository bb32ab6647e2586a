import { personFileCsv, personFilePdf } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { makeCsv, makePdf } from './person-file.ts';

export function routes(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Route[] {
  return [
    route(personFilePdf, ({ params, body }, context) =>
      makePdf(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(personFileCsv, ({ params, body }, context) =>
      makeCsv(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}
