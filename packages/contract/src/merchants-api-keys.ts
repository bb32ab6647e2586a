import { z } from 'zod';
import { endpoint, type KeyRight } from './endpoint.ts';
import { sample } from './example-values.ts';
import { memberRoles } from './roles.ts';
import { timestamp, uuid } from './text.ts';
import { thingName } from './thing-names.ts';

const ofOwners = { audience: 'merchant', roles: memberRoles.owner, tag: 'API access' } as const;

/** The most keys that a merchant can have in addition to its main key. */
export const API_KEYS_AT_MOST = 20;

/** Hours for which the old secret still works after a roll, unless it is ended at once. */
export const ROLL_OVERLAP_HOURS = 24;

/** Sets of rights from which an owner chooses for a key. */
export const apiKeyRights = z.enum(['read', 'redeem', 'create', 'everything']);
export type ApiKeyRights = z.infer<typeof apiKeyRights>;

/** The rights that each of the owner's choices includes. A till that redeems vouchers must also read them. */
export const RIGHTS_OF_KEYS: Readonly<Record<ApiKeyRights, readonly KeyRight[]>> = {
  read: ['read'],
  redeem: ['read', 'redeem'],
  create: ['read', 'create'],
  everything: ['read', 'redeem', 'create'],
};

/** An API key without its secret. */
export const apiKeyOfMerchant = z.object({
  /** For the main key this is the merchant's id. */
  keyId: uuid,
  isMain: z.boolean(),
  name: z.string(),
  rights: apiKeyRights,
  /** The place of the till or system; the main key belongs to the main place. */
  placeId: uuid,
  /** The public part of the key. */
  apiKey: z.string(),
  secretMadeAt: timestamp,
  /** Until when the previous secret still works; absent if no previous secret works. */
  oldSecretUntil: timestamp.optional(),
  /** Last use of the key, up to a few seconds late; absent if the key was never used. */
  lastUsedAt: timestamp.optional(),
  /** IP address of the last use. */
  lastUsedFrom: z.string().optional(),
  /** The key's maker, and when it was made; absent for the main key, which every account has. */
  createdBy: z.string().optional(),
  createdAt: timestamp.optional(),
});
export type ApiKeyOfMerchant = z.infer<typeof apiKeyOfMerchant>;

export const listApiKeys = endpoint({
  ...ofOwners,
  roles: memberRoles.ownerAndManager,
  method: 'GET',
  path: '/api/merchants/v1/api-keys',
  summary: 'List the API keys of this merchant without their secrets: the main one first, then the newest',
  answer: z.object({ keys: z.array(apiKeyOfMerchant) }),
  refusals: [],
});

const keyName = thingName(60, 'Please enter a name, such as Till 2');

export const makeApiKey = endpoint({
  ...ofOwners,
  method: 'POST',
  path: '/api/merchants/v1/api-keys',
  needsStepUp: true,
  summary: 'Make a key for one till or system; its secret is shown once, and the owner is notified by mail',
  body: z.object({
    name: keyName,
    rights: apiKeyRights,
    /** The main place by default. */
    placeId: uuid.optional(),
  }),
  example: { body: { name: 'Till 2', rights: 'redeem' } },
  answer: z.object({ keyId: uuid, apiKey: z.string(), apiSecret: z.string() }),
  message: 'API key made',
  refusals: ['must_change_password', 'api_keys_full', 'api_key_name_taken', 'place_closed'],
  rate: { perMinute: 20 },
});

export const rollApiKey = endpoint({
  ...ofOwners,
  method: 'POST',
  path: '/api/merchants/v1/api-keys/:keyId/roll',
  needsStepUp: true,
  summary:
    'Make a new secret for a key, including the main one; the old one works for another 24 hours, or ends at once',
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
  summary: 'Revoke a key at once; the main one cannot be revoked',
  params: z.object({ keyId: uuid }),
  example: { params: { keyId: sample.id } },
  answer: z.object({}),
  message: 'API key revoked',
  refusals: ['not_found', 'must_change_password'],
  rate: { perMinute: 60 },
});
