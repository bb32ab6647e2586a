import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { managedPlaceOf, placeWithin } from '../../../http/actor.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { countAlerts, deskAlertsCsv, pageOfDeskAlerts, readDeskAlert } from './fraud-desk.ts';
import { changeFraudRules } from './change-rules.ts';
import { listFraudRules } from './fraud-rules.ts';
import { acknowledgeAlert, listFraudAlerts } from './list-fraud-alerts.ts';
import { previewRules } from './preview-rules.ts';
import { addNote, assignAlert, closeAlert, reopenAlert } from './work-alert.ts';
import { assignAlerts, closeAlerts } from './work-alerts.ts';

export function routes(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Route[] {
  const { db } = deps;
  return [
    route(contract.fraudAlerts, async ({ query: { placeId, ...query } }, { actor }) =>
      listFraudAlerts(db, { merchantId: actor.merchantId, placeId: placeWithin(actor, placeId), query }),
    ),
    route(contract.acknowledgeFraudAlert, ({ body }, { actor }) => {
      const { merchantId, staffId } = actor;
      return acknowledgeAlert(db, { ...body, merchantId, placeId: managedPlaceOf(actor), staffId });
    }),
    route(contract.readFraudRules, () => listFraudRules(db)),
    route(contract.changeFraudRules, ({ body }, context) =>
      changeFraudRules(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.previewFraudRules, ({ body }) => previewRules(deps, body.rules)),
    route(contract.listDeskAlerts, ({ query }, { actor: { administratorId } }) =>
      pageOfDeskAlerts(db, { ...query, administratorId }),
    ),
    route(contract.deskAlertsCsv, ({ query }, { actor: { administratorId } }) =>
      Promise.resolve(deskAlertsCsv(deps, { ...query, administratorId })),
    ),
    route(contract.countDeskAlerts, (_input, { actor }) => countAlerts(db, actor.administratorId)),
    route(contract.readDeskAlert, ({ params }, { actor: { administratorId } }) =>
      readDeskAlert(db, { ...params, administratorId }),
    ),
    route(contract.assignFraudAlert, ({ params, body }, context) =>
      assignAlert(db, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.assignFraudAlerts, ({ body }, context) =>
      assignAlerts(db, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.closeFraudAlerts, ({ body }, context) =>
      closeAlerts(db, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.noteFraudAlert, ({ params, body }, context) =>
      addNote(db, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.closeFraudAlert, ({ params, body }, context) =>
      closeAlert(db, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.reopenFraudAlert, ({ params, body }, context) =>
      reopenAlert(db, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}
