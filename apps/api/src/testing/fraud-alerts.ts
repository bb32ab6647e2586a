import { randomUUID } from 'node:crypto';
import type { TestSystem } from './test-system.ts';

/** Inserts an open alert about a merchant, a consumer or an administrator. @returns its id */
export async function raiseAlert(
  { owner }: Pick<TestSystem, 'owner'>,
  about: { merchantId?: string; userId?: string; administratorId?: string },
): Promise<string> {
  const alertId = randomUUID();
  await owner.query(
    `insert into fraud_alerts (id, merchant_id, user_id, administrator_id, rule, severity, subject, details)
     values ($1, $2, $3, $4, 'shop_velocity', 'Medium', $5, '{"redemptions": 500, "amount": 5000}')`,
    [alertId, about.merchantId, about.userId, about.administratorId, `a test ${alertId}`],
  );
  return alertId;
}
