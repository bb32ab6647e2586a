import {
  acknowledgeFraudAlert,
  changeFraudRules,
  fraudAlerts,
  readFraudRules as readRules,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../control/audit/index.ts';
import { acknowledgeAlert, listFraudAlerts } from './list-fraud-alerts.ts';
import { changeFraudRules as change, listFraudRules } from './fraud-rules.ts';

export function routes({ db }: Pick<Deps, 'db'>): Route[] {
  return [
    route(fraudAlerts, ({ query }, { actor }) =>
      listFraudAlerts(db, { merchantId: actor.merchantId, query }),
    ),
    route(acknowledgeFraudAlert, ({ body }, { actor: { merchantId, staffId } }) =>
      acknowledgeAlert(db, { ...body, merchantId, staffId }),
    ),
    route(readRules, () => listFraudRules(db)),
    route(changeFraudRules, ({ body }, context) => change(db, { ...body, auditor: auditorOf(context) })),
  ];
}
