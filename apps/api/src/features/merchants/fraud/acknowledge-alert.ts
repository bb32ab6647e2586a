import type { FraudAlert } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { describeAlert } from './list-fraud-alerts.ts';
import { findAlert, markAcknowledged } from './store.ts';

/**
 * Says that an owner or a manager has looked at an alert.
 * @throws Refusal not_found, also for an alert of another merchant
 */
export async function acknowledgeAlert(
  db: Db,
  acknowledged: { merchantId: string; alertId: string; staffId: string },
): Promise<FraudAlert> {
  await markAcknowledged(db, acknowledged);
  const alert = await findAlert(db, acknowledged.merchantId, acknowledged.alertId);
  if (!alert) throw new Refusal('not_found');
  return describeAlert(alert);
}
