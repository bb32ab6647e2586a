import { encrypt } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordActivity } from '../merchants/index.ts';
import { lockEndpoint, replaceSecret } from './endpoint-store.ts';
import { newSigningSecret } from './sign.ts';

const KEEP_OLD_MS = DAY_MS;

/**
 * Makes a new signing secret. For 24 hours messages carry a signature by the old one too, unless it has leaked, so
 * that a receiver can change over without losing any.
 * @throws Refusal `webhook_not_set` before the first address is saved
 */
export async function makeSecret(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, staffId, endsOld }: { merchantId: string; staffId: string; endsOld: boolean },
): Promise<{ signingSecret: string; oldValidUntil?: string }> {
  const signingSecret = newSigningSecret();
  const sealed = encrypt(deps.keys, signingSecret);
  const oldValidUntil = await inTransaction(deps.db, async (tx) => {
    const endpoint = await lockEndpoint(tx, merchantId);
    if (!endpoint?.hasSecret) throw new Refusal('webhook_not_set');
    const actor = { kind: 'staff', id: staffId } as const;
    await recordActivity(tx, { merchantId, actor, kind: 'webhook-secret-renewed', details: { endsOld } });
    return replaceSecret(tx, merchantId, { sealed, keepOldMs: endsOld ? 0 : KEEP_OLD_MS });
  });
  return { signingSecret, ...(oldValidUntil && { oldValidUntil: oldValidUntil.toISOString() }) };
}
