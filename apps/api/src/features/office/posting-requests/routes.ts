import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { exportPostings, listPostings, readDocument, readPosting } from './read-postings.ts';
import { requestPosting } from './request-posting.ts';
import { requestSettle } from './settle-posting.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(contract.requestPosting, ({ body }, context) =>
      requestPosting(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.settlePosting, ({ params, body }, context) =>
      requestSettle(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.listPostingRequests, ({ query }) => listPostings(deps.db, query)),
    route(contract.postingRequestsCsv, ({ query: filters }, context) =>
      exportPostings(deps, { filters, auditor: auditorOf(context) }),
    ),
    route(contract.readPostingRequest, ({ params }) => readPosting(deps.db, params.postingId)),
    route(contract.postingDocumentFile, ({ params }, context) =>
      readDocument(deps, { ...params, auditor: auditorOf(context) }),
    ),
  ];
}
