import {
  API_KEYS_AT_MOST,
  ROLL_OVERLAP_HOURS,
  type ApiKeyOfMerchant,
  type ApiKeyRights,
  type listApiKeys,
  type HandlerAnswer,
  type rollApiKey,
} from '@zawadi/contract';
import { tokenHash } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { notify } from '../../services/messages/index.ts';
import { newApiKey, newApiSecret } from './api-credentials.ts';
import {
  insertKey,
  listKeys,
  markRevoked,
  readKeyNames,
  rollSecret,
  type ApiKeyRow,
} from './api-key-store.ts';
import { forgetMachineCredentials } from './machine-authenticator.ts';
import { memberHolder } from './member.ts';
import { requireOpenPlace } from './places.ts';
import { lockMerchant, readMerchant } from './store.ts';
import { recordActivity } from './timeline-store.ts';

type KeyDeps = Pick<Deps, 'db' | 'keys' | 'config'>;
type Owner = { merchantId: string; staffId: string };

/** Lists a merchant's API keys without secrets: the main key first, then the newest. */
export async function keysOf(
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
): Promise<HandlerAnswer<typeof listApiKeys>> {
  return { keys: (await listKeys(db, merchantId)).map(describe) };
}

/**
 * Makes an API key, for one till or system, and notifies the owner by mail.
 * @returns the secret, which is stored as a hash only
 * @throws Refusal `api_keys_full`, `api_key_name_taken`, `place_closed`
 */
export async function makeKey(
  deps: KeyDeps,
  owner: Owner,
  { name, rights, placeId }: { name: string; rights: ApiKeyRights; placeId?: string | undefined },
): Promise<{ keyId: string; apiKey: string; apiSecret: string }> {
  const { email } = await memberHolder(deps.db, owner.staffId);
  const { merchantId, staffId } = owner;
  const made = { keyId: newId(), apiKey: newApiKey(deps), apiSecret: newApiSecret(deps) };
  await inTransaction(deps.db, async (tx) => {
    const merchant = await lockMerchant(tx, merchantId);
    if (!merchant) throw new Refusal('not_found');
    const names = await readKeyNames(tx, merchantId);
    if (names.includes(name.toLowerCase())) throw new Refusal('api_key_name_taken');
    if (names.length >= API_KEYS_AT_MOST) throw new Refusal('api_keys_full');
    await insertKey(tx, {
      id: made.keyId,
      merchantId,
      name,
      rights,
      placeId: await requireOpenPlace(tx, { merchantId, placeId: placeId ?? merchantId }),
      apiKey: made.apiKey,
      secretHash: tokenHash(made.apiSecret),
      createdBy: staffId,
    });
    await tell(tx, deps, owner, { change: 'made', keyName: name, email, details: { rights } });
  });
  return made;
}

/**
 * Gives a key a new secret. The old secret works for another day, so that tills can switch one by one, or
 * stops at once.
 * @param request.keyId for the main key, the merchant's id
 * @throws Refusal `not_found` for a key of another merchant
 */
export async function rollKey(
  deps: KeyDeps,
  owner: Owner,
  { keyId, endsOld }: { keyId: string; endsOld: boolean },
): Promise<HandlerAnswer<typeof rollApiKey>> {
  const { email } = await memberHolder(deps.db, owner.staffId);
  const apiSecret = newApiSecret(deps);
  const oldSecretUntil = await inTransaction(deps.db, async (tx) => {
    const rolled = await rollSecret(tx, {
      merchantId: owner.merchantId,
      keyId,
      secretHash: tokenHash(apiSecret),
      overlapHours: endsOld ? 0 : ROLL_OVERLAP_HOURS,
    });
    if (!rolled) throw new Refusal('not_found');
    const oldUntil = rolled.oldSecretUntil?.toISOString();
    await tell(tx, deps, owner, { change: 'rolled', keyName: rolled.name, email, oldUntil });
    return oldUntil;
  });
  forgetMachineCredentials(deps.db);
  return { apiSecret, ...(oldSecretUntil !== undefined && { oldSecretUntil }) };
}

/**
 * Revokes a key; other processes follow within a second.
 * @throws Refusal `not_found` for the main key and for keys of other merchants
 */
export async function revokeKey(deps: KeyDeps, owner: Owner, keyId: string): Promise<void> {
  const { email } = await memberHolder(deps.db, owner.staffId);
  await inTransaction(deps.db, async (tx) => {
    const keyName = await markRevoked(tx, { merchantId: owner.merchantId, keyId });
    if (keyName === undefined) throw new Refusal('not_found');
    await tell(tx, deps, owner, { change: 'revoked', keyName, email });
  });
  forgetMachineCredentials(deps.db);
}

type Told = {
  change: 'made' | 'rolled' | 'revoked';
  keyName: string;
  email: string;
  oldUntil?: string | undefined;
  details?: object;
};

/** Writes the change of a key into the merchant's timeline and notifies the owner by mail. */
async function tell(
  tx: Transaction,
  deps: KeyDeps,
  { merchantId, staffId }: Owner,
  { change, keyName, email, oldUntil, details }: Told,
): Promise<void> {
  const merchant = await readMerchant(tx, merchantId);
  const businessName = merchant?.businessName ?? '';
  await recordActivity(tx, {
    merchantId,
    actor: { kind: 'member', id: staffId },
    kind: `api-key-${change}`,
    details: { keyName, ...details },
  });
  const data = { businessName, keyName, change, ...(oldUntil !== undefined && { oldUntil }) };
  await notify(tx, deps, { template: 'api-key-changed', data, email });
}

function describe(row: ApiKeyRow): ApiKeyOfMerchant {
  const { secretMadeAt, oldSecretUntil, lastUsedAt, lastUsedFrom, createdBy, createdAt, ...key } = row;
  return {
    ...key,
    secretMadeAt: secretMadeAt.toISOString(),
    ...(oldSecretUntil && { oldSecretUntil: oldSecretUntil.toISOString() }),
    ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
    ...(lastUsedFrom !== null && { lastUsedFrom }),
    ...(createdBy !== null && { createdBy }),
    ...(createdAt && { createdAt: createdAt.toISOString() }),
  };
}
