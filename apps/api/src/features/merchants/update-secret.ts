import { tokenHash } from '../../platform/crypto/keys.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { looksLikeApiKey, newApiSecret } from './api-credentials.ts';
import { forgetMachineCredentials } from './machine-credentials.ts';
import { updateApiSecret } from './store.ts';

/**
 * Makes a new API secret. The old one dies with it, within a second in other processes.
 * @returns the secret, which is stored as a hash only
 * @throws Refusal `not_found` for a key that is not the merchant's own
 */
export async function regenerateSecret(
  deps: Pick<Deps, 'db'>,
  request: { merchantId: string; apiKey: string },
): Promise<string> {
  const { merchantId: id, apiKey } = request;
  const apiSecret = newApiSecret();
  const isOwnKey =
    looksLikeApiKey(apiKey) &&
    (await updateApiSecret(deps.db, { id, apiKey, secretHash: tokenHash(apiSecret) }));
  if (!isOwnKey) throw new Refusal('not_found');
  forgetMachineCredentials(deps.db);
  return apiSecret;
}
