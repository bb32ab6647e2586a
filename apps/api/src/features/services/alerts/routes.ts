import { acknowledgeAlert, listAlerts } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { auditorOf, recordAudit } from '../audit/index.ts';
import { describeAlert } from './describe-alert.ts';
import { listEnded, listOpen, setAcknowledged } from './store.ts';

const ENDED_SHOWN = 10;

export function routes({ db }: Pick<Deps, 'db'>): Route[] {
  return [
    route(listAlerts, async () => {
      const [open, ended] = await Promise.all([listOpen(db), listEnded(db, ENDED_SHOWN)]);
      return { alerts: open.map(describeAlert), ended: ended.map(describeAlert) };
    }),
    route(acknowledgeAlert, async ({ body: { alertId } }, context) => {
      const auditor = auditorOf(context);
      await inTransaction(db, async (tx) => {
        const kind = await setAcknowledged(tx, alertId, auditor.administratorId);
        if (!kind) throw new Refusal('not_found');
        await recordAudit(tx, auditor, {
          action: 'alert.acknowledged',
          subjectKind: 'alert',
          subjectId: alertId,
          after: { kind },
        });
      });
      return {};
    }),
  ];
}
