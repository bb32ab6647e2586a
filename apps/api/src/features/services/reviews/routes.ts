import {
  listReviews as listEndpoint,
  readReview as readEndpoint,
  resolveReview as resolveEndpoint,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../audit/index.ts';
import { listReviews, readReview } from './list-reviews.ts';
import { resolveReview } from './resolve-review.ts';

export function routes(deps: Pick<Deps, 'db'>): Route[] {
  return [
    route(listEndpoint, ({ query }) => listReviews(deps.db, query)),
    route(readEndpoint, ({ params }) => readReview(deps.db, params.reviewId)),
    route(resolveEndpoint, ({ body }, context) =>
      resolveReview(deps, { ...body, auditor: auditorOf(context) }),
    ),
  ];
}
