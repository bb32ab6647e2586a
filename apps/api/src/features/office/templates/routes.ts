import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { describeTemplate, listAllTemplates, previewTemplate } from './describe-template.ts';
import { rewordTemplate } from './reword-template.ts';
import { tryTemplate } from './try-template.ts';

export function routes(deps: Pick<Deps, 'db' | 'keys' | 'config'>): Route[] {
  return [
    route(contract.listTemplates, () => listAllTemplates(deps.db)),
    route(contract.readTemplate, ({ params }) => describeTemplate(deps.db, params)),
    route(contract.previewTemplate, ({ params, body }) => previewTemplate(params, body.wording)),
    route(contract.testTemplate, ({ params, body }, context) =>
      tryTemplate(deps, params, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.changeTemplate, ({ params, body }, context) =>
      rewordTemplate(deps, params, { ...body, auditor: auditorOf(context) }),
    ),
  ];
}
