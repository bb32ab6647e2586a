import { z } from 'zod';
import { endpoint, type KeyRight } from './endpoint.ts';
import { sample } from './example-values.ts';
import { memberRoles } from './roles.ts';
import { timestamp, uuid } from './text.ts';
import { thingName } from './thing-names.ts';

const ofOwners = { audience: 'merchant', roles: memberRoles.owner, tag: 'API access' } as const;

/** How many keys a merchant can have beside its main one. */
export const API_KEYS_AT_MOST = 20;

/** For how many hours the secret before a roll still works, unless it is ended at once. */
export const ROLL_OVERLAP_HOURS = 24;

/** What a key may do, as its owner chooses it. */
export const apiKeyRights = z.enum(['read', 'redeem', 'create', 'everything']);
export type ApiKeyRights = z.infer<typeof apiKeyRights>;

/** What the choice of the owner comes to, call by call: a till that takes from vouchers looks at them too. */
export const RIGHTS_OF_KEYS: Readonly<Record<ApiKeyRights, readonly KeyRight[]>> = {
  read: ['read'],
  redeem: ['read', 'redeem'],
  create: ['read', 'create'],
  everything: ['read', 'redeem', 'create'],
};

/** A key without its secret. */
export const apiKeyOfMerchant = z.object({
  /** The merchant's id for its main key. */
  keyId: uuid,
  isMain: z.boolean(),
  name: z.string(),
  rights: apiKeyRights,
  /** The public half. */
  apiKey: z.string(),
  secretMadeAt: timestamp,
  /** Until when the secret before it works too; absent when there is none. */
  oldSecretUntil: timestamp.optional(),
  /** At most a few seconds old; absent for a key that was never used. */
  lastUsedAt: timestamp.optional(),
  /** The address of the last use. */
  lastUsedFrom: z.string().optional(),
  /** Who made it, and when; the main key comes with the account. */
  createdBy: z.string().optional(),
  createdAt: timestamp.optional(),
});
export type ApiKeyOfMerchant = z.infer<typeof apiKeyOfMerchant>;

export const listApiKeys = endpoint({
  ...ofOwners,
  roles: memberRoles.ownerAndManager,
  method: 'GET',
  path: '/api/merchants/v1/api-keys',
  summary: 'The API keys of this merchant without their secrets: the main one first, then the newest',
  answer: z.object({ keys: z.array(apiKeyOfMerchant) }),
  refusals: [],
});

const keyName = thingName(60, 'Please enter a name, such as Till 2');

export const makeApiKey = endpoint({
  ...ofOwners,
  method: 'POST',
  path: '/api/merchants/v1/api-keys',
  needsStepUp: true,
  summary: 'Make a key for one till or system; its secret is shown once, and the owner is mailed',
  body: z.object({ name: keyName, rights: apiKeyRights }),
  example: { body: { name: 'Till 2', rights: 'redeem' } },
  answer: z.object({ keyId: uuid, apiKey: z.string(), apiSecret: z.string() }),
  message: 'API key made',
  refusals: ['must_change_password', 'api_keys_full', 'api_key_name_taken'],
  rate: { perMinute: 20 },
});

export const rollApiKey = endpoint({
  ...ofOwners,
  method: 'POST',
  path: '/api/merchants/v1/api-keys/:keyId/roll',
  needsStepUp: true,
  summary:
    'Make a new secret for a key, the main one included; the old one works for 24 hours more, or ends at once',
  params: z.object({ keyId: uuid }),
  body: z.object({ endsOld: z.boolean().default(false) }),
  example: { params: { keyId: sample.id }, body: { endsOld: false } },
  answer: z.object({ apiSecret: z.string(), oldSecretUntil: timestamp.optional() }),
  message: 'API key rolled',
  refusals: ['not_found', 'must_change_password'],
  rate: { perMinute: 20 },
});

export const revokeApiKey = endpoint({
  ...ofOwners,
  method: 'DELETE',
  path: '/api/merchants/v1/api-keys/:keyId',
  needsStepUp: true,
  summary: 'End a key at once; the main one stays',
  params: z.object({ keyId: uuid }),
  example: { params: { keyId: sample.id } },
  answer: z.object({}),
  message: 'API key revoked',
  refusals: ['not_found', 'must_change_password'],
  rate: { perMinute: 60 },
});
