import type { DailyMail } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import * as store from './store.ts';

const OFF: DailyMail = { isOn: false, hour: 7, language: 'en' };

/** Reads an administrator's own subscription to the daily mail. */
export async function readDailyMail(db: Deps['db'], administratorId: string): Promise<DailyMail> {
  const subscription = await store.findSubscription(db, administratorId);
  return subscription === undefined ? OFF : { isOn: true, ...subscription };
}

/** Changes an administrator's own subscription to the daily mail. */
export async function changeDailyMail(
  { db }: Pick<Deps, 'db'>,
  { administratorId, isOn, auditor, ...wanted }: DailyMail & { administratorId: string; auditor: Auditor },
): Promise<DailyMail> {
  return inTransaction(db, async (tx) => {
    const before = await readDailyMail(tx, administratorId);
    if (isOn) await store.putSubscription(tx, administratorId, wanted);
    else await store.deleteSubscription(tx, administratorId);
    const after = await readDailyMail(tx, administratorId);
    await recordAudit(tx, auditor, {
      action: 'daily-mail.changed',
      subjectKind: 'administrator',
      subjectId: administratorId,
      before,
      after,
    });
    return after;
  });
}
