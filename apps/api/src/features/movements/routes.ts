import {
  listMovements as listEndpoint,
  movementsCsv,
  queryMovement,
  readMovement as readEndpoint,
} from '@zawadi/contract';
import { route, type Route } from '../../platform/http/routes.ts';
import { Refusal } from '../../platform/refusal.ts';
import { auditorOf } from '../audit/index.ts';
import type { PaymentDeps } from '../mpesa/index.ts';
import { exportMovements } from './export-movements.ts';
import { listMovements } from './list-movements.ts';
import { findRow } from './list-store.ts';
import { queryAgain } from './query-again.ts';
import { readMovement } from './read-movement.ts';

export function routes(deps: PaymentDeps): Route[] {
  return [
    route(listEndpoint, ({ query }) => listMovements(deps.db, query)),
    route(movementsCsv, ({ query }, context) =>
      exportMovements(deps, { filters: query, auditor: auditorOf(context) }),
    ),
    route(readEndpoint, ({ params }) => readMovement(deps, params)),
    route(queryMovement, async ({ body }, context) => {
      await queryAgain(deps, { ...body, auditor: auditorOf(context) });
      const row = await findRow(deps.db, body.type, body.transactionId);
      if (!row) throw new Refusal('not_found');
      return { status: row.status };
    }),
  ];
}
