import { timingSafeEqual } from 'node:crypto';
import { RIGHTS_OF_KEYS } from '@zawadi/contract';
import type { FastifyRequest } from 'fastify';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { tokenHash } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import type { Actors } from '../../../http/actor.ts';
import type { Authenticators } from '../../../http/register-routes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { readMachineCredentials, type MachineCredentials } from './api-key-store.ts';
import { looksLikeApiKey, looksLikeApiSecret } from './api-credentials.ts';

const cacheOf = cachePerDatabase<MachineCredentials | undefined>({
  loadMany: async (db, apiKeys) => {
    const found = await readMachineCredentials(db, apiKeys);
    return apiKeys.map((apiKey) => found.get(apiKey));
  },
  maximumAgeMs: 1_000,
  maximumEntries: 10_000,
});

const AUTHORIZATION = /^(?:Basic (?<basic>[\d+/=A-Z]{1,400})|Bearer (?<bearer>[\w.]{1,400}))$/iu;

const DUMMY_HASH = tokenHash('');
const STRANGER = { machine: undefined, isRightSecret: false } as const;

/** Finds the stored credentials of an API key; at most a second stale. */
export async function findMachineCredentials(
  db: Db,
  apiKey: string,
): Promise<MachineCredentials | undefined> {
  return cacheOf(db).read(apiKey);
}

/** Drops cached credentials. Call it after a change of a merchant's secret or status has committed. */
export function forgetMachineCredentials(db: Db): void {
  cacheOf(db).forgetAll();
}

/**
 * Merchant of the request's API key, and the refusal if the request is not accepted. An unknown key has no merchant.
 */
export type IdentifiedMachine =
  | { machine: Actors['machine']; refusal: undefined; isRightSecret: true }
  | { machine: Actors['machine'] | undefined; refusal: Refusal; isRightSecret: boolean };

/**
 * Authenticates HTTP Basic (the API key as user, the API secret as password) and `Bearer <key>.<secret>`. Caches
 * credentials for a second, so that a key in frequent use needs no query.
 */
export function createMachineAuthenticator(deps: Pick<Deps, 'db'>): Authenticators['machine'] {
  return async (request) => {
    const { machine, refusal } = await identifyMachine(deps, request);
    if (refusal) throw refusal;
    return machine;
  };
}

/** Identifies the caller without throwing, for callers that log a refused call with the key's merchant. */
export async function identifyMachine(
  deps: Pick<Deps, 'db'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<IdentifiedMachine> {
  const presented = presentedCredentials(request.headers.authorization);
  if (!presented) return { ...STRANGER, refusal: new Refusal('unauthenticated') };
  const known = await findMachineCredentials(deps.db, presented.apiKey);
  const isRightSecret = isSecretOf(known, presented.apiSecret);
  if (!known || !isRightSecret || known.status !== 'ACTIVE') {
    const wrong = isRightSecret ? 'merchant-not-active' : 'wrong-secret';
    const reason = known ? wrong : 'unknown-key';
    securityEvent('api-key.refused', { audience: 'machine', account: known?.merchantId, reason });
  }
  if (!known) return { ...STRANGER, refusal: new Refusal('unauthenticated') };
  const {
    merchantId,
    businessName,
    keyId,
    placeId,
    till,
    hasAddressList,
    allowedAddresses,
    isRateLimited,
    isLogged,
  } = known;
  const machine = {
    merchantId,
    businessName,
    keyId,
    at: { placeId, till },
    rights: RIGHTS_OF_KEYS[known.rights],
    access: {
      allowedAddresses: hasAddressList ? allowedAddresses : undefined,
      isRateLimited,
      isLogged,
    },
  };
  if (isRightSecret && known.status === 'ACTIVE') return { machine, isRightSecret, refusal: undefined };
  return {
    machine,
    isRightSecret,
    refusal: new Refusal(isRightSecret ? 'merchant_not_active' : 'unauthenticated'),
  };
}

/** Always compares with the current and the rolled secret, so that timing reveals neither. */
function isSecretOf(known: MachineCredentials | undefined, presented: string): boolean {
  if (!looksLikeApiSecret(presented)) return false;
  const hash = tokenHash(presented);
  const isCurrent = timingSafeEqual(hash, known?.secretHash ?? DUMMY_HASH);
  const isOld = timingSafeEqual(hash, known?.oldSecretHash ?? DUMMY_HASH);
  return isCurrent || isOld;
}

/**
 * Parses the `Authorization` header. Returns undefined for a key with a wrong checksum, too, which saves the
 * query. A malformed secret is compared all the same, so that the refusal is logged.
 */
function presentedCredentials(header = ''): { apiKey: string; apiSecret: string } | undefined {
  const { basic, bearer = '' } = AUTHORIZATION.exec(header)?.groups ?? {};
  const [text, separator] =
    basic === undefined ? [bearer, '.'] : [Buffer.from(basic, 'base64').toString('utf8'), ':'];
  const [apiKey = '', ...rest] = text.split(separator);
  return looksLikeApiKey(apiKey) ? { apiKey, apiSecret: rest.join(separator) } : undefined;
}
