import { tokenHash } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { notify } from '../../services/messages/index.ts';
import { recordActivity } from './timeline-store.ts';
import { looksLikeApiKey, newApiSecret } from './api-credentials.ts';
import { updateApiSecret } from './api-key-store.ts';
import { forgetMachineCredentials } from './machine-authenticator.ts';
import { memberHolder } from './member.ts';
import { readMerchant } from './store.ts';

type Request = {
  merchantId: string;
  staffId: string;
  apiKey: string;
};

/**
 * Makes a new secret for the main API key and notifies the owner by mail. The old secret stops at once, in
 * other processes within a second.
 * @returns the secret, which is stored as a hash only
 * @throws Refusal `not_found` for a key of another merchant
 */
export async function regenerateSecret(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  request: Request,
): Promise<string> {
  const { merchantId, staffId, apiKey } = request;
  const merchant = looksLikeApiKey(apiKey) ? await readMerchant(deps.db, merchantId) : undefined;
  if (merchant?.apiKey !== apiKey) throw new Refusal('not_found');
  const owner = await memberHolder(deps.db, staffId);
  const apiSecret = newApiSecret(deps);
  const secretHash = tokenHash(apiSecret);
  await inTransaction(deps.db, async (tx) => {
    const isOwnKey = await updateApiSecret(tx, { id: merchantId, apiKey, secretHash });
    if (!isOwnKey) throw new Refusal('not_found');
    const actor = { kind: 'member', id: staffId } as const;
    await recordActivity(tx, { merchantId, actor, kind: 'api-secret-renewed' });
    const { businessName } = merchant;
    await notify(tx, deps, { template: 'api-secret-renewed', data: { businessName }, email: owner.email });
  });
  forgetMachineCredentials(deps.db);
  return apiSecret;
}
