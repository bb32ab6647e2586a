import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { notify } from '../../messages/messages/index.ts';
import { nameDevice } from './describe-device.ts';
import { readNewDevice } from './new-device-store.ts';

/** Tells a consumer's other devices that somebody has signed in from one that was not there lately. */
export async function tellOtherDevices(
  deps: Pick<Deps, 'db' | 'keys'>,
  session: { id: string; userId: string; userAgent: string },
): Promise<void> {
  const { id, userId, userAgent } = session;
  await inTransaction(deps.db, async (tx) => {
    const newcomer = await readNewDevice(tx, id);
    if (!newcomer) return;
    await notify(tx, deps, {
      template: 'new-sign-in',
      data: nameDevice(userAgent),
      push: { userId, exceptSessionId: id },
      language: newcomer.language,
      dedupeKey: id,
    });
  });
}
