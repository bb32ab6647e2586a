import type { Transaction } from '../../../platform/db/database.ts';
import { readFraudRules } from './fraud-rules.ts';
import { insertAlerts } from './store.ts';

/**
 * A member of this merchant's staff, or its own system, guesses codes.
 * @param found.subject the same for what is one alert
 */
export async function raiseWrongCodes(
  tx: Transaction,
  found: { merchantId: string; by: string; codes: number; subject: string },
): Promise<void> {
  const { merchantId, by, codes, subject } = found;
  if (!(await readFraudRules(tx)).wrongCodes.isOn) return;
  await insertAlerts(tx, [
    {
      merchantId,
      rule: 'wrong_codes',
      severity: 'High',
      subject,
      details: { by, codes },
      redemptionId: null,
    },
  ]);
}
