import type { Transaction } from '../../platform/db/database.ts';
import { nairobiDay } from '../../platform/nairobi-time.ts';
import { readFraudRules } from './fraud-rules.ts';
import { insertAlerts } from './store.ts';

/** Somebody at this merchant tries out codes and was blocked for it. One alert a day. */
export async function raiseWrongCodes(tx: Transaction, merchantId: string): Promise<void> {
  if (!(await readFraudRules(tx)).wrongCodes.isOn) return;
  await insertAlerts(tx, [
    {
      merchantId,
      rule: 'wrong_codes',
      severity: 'High',
      subject: nairobiDay(new Date()),
      details: {},
      redemptionId: null,
    },
  ]);
}
