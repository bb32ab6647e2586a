import type { AlertResults, FraudOutcome } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { assignAlert, closeAlert } from './work-alert.ts';

type Selected = { alertIds: string[]; auditor: Auditor };

/** Assigns each of these alerts to an administrator, or removes the assignments. */
export function assignAlerts(
  db: Db,
  { alertIds, ...work }: Selected & { administratorId: string | null },
): Promise<AlertResults> {
  return each(alertIds, (alertId) => assignAlert(db, { alertId, ...work }));
}

/** Closes each of these alerts with one outcome and reason. */
export function closeAlerts(
  db: Db,
  { alertIds, ...work }: Selected & { outcome: FraudOutcome; reason: string },
): Promise<AlertResults> {
  return each(alertIds, (alertId) => closeAlert(db, { alertId, ...work }));
}

/**
 * Works on one alert after the other, each in a transaction of its own with its own audit entry. If a fault interrupts
 * the request, the same request again does only what is left.
 */
async function each(alertIds: string[], work: (alertId: string) => Promise<unknown>): Promise<AlertResults> {
  const results: AlertResults['results'] = [];
  for (const alertId of new Set(alertIds)) {
    try {
      await work(alertId);
      results.push({ alertId, isDone: true });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { wireCode: code, message } = error;
      results.push({ alertId, isDone: false, refusal: { code, message } });
    }
  }
  return { results };
}
