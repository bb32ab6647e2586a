import { tokenHash } from '../../platform/crypto/keys.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordActivity } from './activity-store.ts';
import { looksLikeApiKey, newApiSecret } from './api-credentials.ts';
import { updateApiSecret } from './api-key-store.ts';
import { forgetMachineCredentials } from './machine-credentials.ts';

/**
 * Makes a new API secret. The old one dies with it, within a second in other processes.
 * @returns the secret, which is stored as a hash only
 * @throws Refusal `not_found` for a key that is not the merchant's own
 */
export async function regenerateSecret(
  deps: Pick<Deps, 'db'>,
  request: { merchantId: string; staffId: string; apiKey: string },
): Promise<string> {
  const { merchantId, staffId, apiKey } = request;
  if (!looksLikeApiKey(apiKey)) throw new Refusal('not_found');
  const apiSecret = newApiSecret();
  const secretHash = tokenHash(apiSecret);
  await inTransaction(deps.db, async (tx) => {
    const isOwnKey = await updateApiSecret(tx, { id: merchantId, apiKey, secretHash });
    if (!isOwnKey) throw new Refusal('not_found');
    await recordActivity(tx, {
      merchantId,
      actor: { kind: 'staff', id: staffId },
      kind: 'api-secret-renewed',
    });
  });
  forgetMachineCredentials(deps.db);
  return apiSecret;
}
