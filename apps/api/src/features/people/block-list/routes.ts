import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { requestBlock, requestRemoval } from './change-block-list.ts';
import { listBlocks } from './list-blocks.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(contract.listBlocks, ({ query }) => listBlocks(deps.db, query)),
    route(contract.addBlock, ({ body }, context) =>
      requestBlock(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.removeBlock, ({ params, body }, context) =>
      requestRemoval(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}
