import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../control/audit/index.ts';
import {
  changeTemplate,
  describeTemplate,
  listAllTemplates,
  previewTemplate,
  tryTemplate,
} from './change-template.ts';
import { describePush, renewSubscription, subscribeDevice, unsubscribeDevice } from './push-device.ts';
import { readStaffAddress } from './staff-address-store.ts';

export function routes(deps: Pick<Deps, 'db' | 'keys' | 'config'>): Route[] {
  return [
    route(contract.pushStatus, (_input, { actor }) => describePush(deps, actor.sessionId)),
    route(contract.subscribePush, async ({ body }, { actor }) => {
      await subscribeDevice(deps, actor, body);
      return {};
    }),
    route(contract.unsubscribePush, async (_input, { actor }) => {
      await unsubscribeDevice(deps, actor.sessionId);
      return {};
    }),
    route(contract.renewPush, async ({ body }) => {
      await renewSubscription(deps, body);
      return {};
    }),
    route(contract.listTemplates, () => listAllTemplates(deps.db)),
    route(contract.readTemplate, ({ params }) => describeTemplate(deps.db, params)),
    route(contract.previewTemplate, ({ params, body }) => previewTemplate(params, body.wording)),
    route(contract.testTemplate, async ({ params, body }, context) => {
      const email = await readStaffAddress(deps.db, context.actor.administratorId);
      return tryTemplate(deps, params, { ...body, email, auditor: auditorOf(context) });
    }),
    route(contract.changeTemplate, ({ params, body }, context) =>
      changeTemplate(deps.db, params, { ...body, auditor: auditorOf(context) }),
    ),
  ];
}
