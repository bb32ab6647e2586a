import { uploadDocument as endpoint } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { uploadDocument } from './upload-document.ts';

export function routes(deps: Pick<Deps, 'db' | 'keys'>): Route[] {
  return [
    route(endpoint, ({ params, query, body }, context) =>
      uploadDocument(deps, { ...params, ...query, file: body, auditor: auditorOf(context) }),
    ),
  ];
}
