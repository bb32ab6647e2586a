import { timingSafeEqual } from 'node:crypto';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { tokenHash } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import type { Authenticators } from '../../../http/register-routes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { readMachineCredentials, type MachineCredentials } from './api-key-store.ts';
import { looksLikeApiKey, looksLikeApiSecret } from './api-credentials.ts';

const cacheOf = cachePerDatabase<MachineCredentials | undefined>({
  load: async (db, apiKey) => (await readMachineCredentials(db, [apiKey])).get(apiKey),
  loadMany: async (db, apiKeys) => {
    const found = await readMachineCredentials(db, apiKeys);
    return apiKeys.map((apiKey) => found.get(apiKey));
  },
  maximumAgeMs: 1_000,
  maximumEntries: 10_000,
});

const DUMMY_HASH = tokenHash('');

/** What a machine request is checked against, as it was at most a second ago. */
export async function findMachineCredentials(
  db: Db,
  apiKey: string,
): Promise<MachineCredentials | undefined> {
  return cacheOf(db).read(apiKey);
}

/** To be called after a merchant's secret or status was changed and committed. */
export function forgetMachineCredentials(db: Db): void {
  cacheOf(db).forgetAll();
}

/**
 * HTTP Basic with the API key as user and the API secret as password. A busy merchant costs no query: what it is
 * checked against is kept for a second.
 */
export function createMachineAuthenticator(deps: Pick<Deps, 'db'>): Authenticators['machine'] {
  return async (request) => {
    const presented = basicCredentials(request.headers.authorization);
    if (!presented) throw new Refusal('unauthenticated');
    const known = await findMachineCredentials(deps.db, presented.apiKey);
    const isRight = timingSafeEqual(tokenHash(presented.apiSecret), known?.secretHash ?? DUMMY_HASH);
    if (!known || !isRight || known.status !== 'ACTIVE') {
      const wrong = isRight ? 'merchant-not-active' : 'wrong-secret';
      const reason = known ? wrong : 'unknown-key';
      securityEvent('api-key.refused', { audience: 'machine', account: known?.merchantId, reason });
    }
    if (!known || !isRight) throw new Refusal('unauthenticated');
    if (known.status === 'PENDING') throw new Refusal('merchant_not_active');
    if (known.status !== 'ACTIVE') throw new Refusal('unauthenticated');
    const { merchantId, businessName, hasAddressList, allowedAddresses, isRateLimited, isLogged } = known;
    const access = {
      allowedAddresses: hasAddressList ? allowedAddresses : undefined,
      isRateLimited,
      isLogged,
    };
    return { merchantId, businessName, access };
  };
}

/** Undefined also for keys with a wrong checksum, which need no look-up. */
function basicCredentials(header: string | undefined): { apiKey: string; apiSecret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,400})$/iu.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [apiKey = '', apiSecret = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const isPossible = rest.length === 0 && looksLikeApiKey(apiKey) && looksLikeApiSecret(apiSecret);
  return isPossible ? { apiKey, apiSecret } : undefined;
}
