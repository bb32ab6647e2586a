import { z } from 'zod';
import { endpoint, type CallInput } from './endpoint.ts';
import { sample } from './example-values.ts';
import { count } from './money.ts';
import { cursor, day, shortText, timestamp, uuid } from './text.ts';
import { optionalThingName } from './thing-names.ts';
import { memberRoles, administratorRoles } from './roles.ts';
import { webhookType } from './webhook-events.ts';
import { webhookState } from './webhooks.ts';
import { plainSymbols } from './pasted.ts';

/** An IP address (`41.90.64.10`, `2001:db8::1`) or a range (`41.90.64.0/24`) that may use a merchant's API key. */
const allowedAddress = z.object({ address: z.string(), label: z.string() });

/** Settings that protect a merchant's API key in addition to its secret. */
export const apiSecurity = z.object({
  ipWhitelist: z.object({ isOn: z.boolean(), addresses: z.array(allowedAddress) }),
  /** If false, only the platform's own limit applies. */
  isRateLimited: z.boolean(),
  isLogged: z.boolean(),
});
export type ApiSecurity = z.infer<typeof apiSecurity>;

const typedAddress = z.object({
  address: z.string().overwrite(plainSymbols).min(2, { error: 'Please enter an address' }).max(49),
  label: optionalThingName(80).default(''),
});

export const apiAccess = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/api-access',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'API access',
  summary: "Get the API key, the API's URL and the key's protection; never the secret",
  answer: z.object({
    apiKey: z.string(),
    secretMadeAt: timestamp,
    /** Last use of the key, up to a few seconds late; absent if the key was never used. */
    lastUsedAt: timestamp.optional(),
    baseUrl: z.string(),
    /** Absent if the operator runs no test environment. */
    testEnvironmentUrl: z.string().optional(),
    /** Whether this system is a sandbox, where no real money moves and test vouchers can be made. */
    isSandbox: z.boolean(),
    security: apiSecurity,
    /** Requests per minute, with and without the merchant's own rate limit. */
    /** With the rate limit on, and off. A sandbox allows `sandboxFactor` times as many; 1 elsewhere. */
    callsPerMinute: z.object({
      limited: z.number().int(),
      unlimited: z.number().int(),
      sandboxFactor: z.number().int(),
    }),
    /** The caller's IP address, so that one tap adds it to the list. */
    ownAddress: z.string(),
  }),
  refusals: [],
});
export type ApiAccess = (typeof apiAccess)['answer']['_output'];

export const updateApiSecurity = endpoint({
  method: 'PUT',
  path: '/api/merchants/v1/api-security',
  needsStepUp: true,
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'API access',
  summary: 'Replace the protection of the API key; it takes effect within a second',
  body: apiSecurity.extend({
    ipWhitelist: z.object({
      isOn: z.boolean(),
      addresses: z.array(typedAddress).max(50, { error: 'Please use at most 50 addresses' }),
    }),
  }),
  example: {
    body: {
      ipWhitelist: { isOn: false, addresses: [{ address: '41.90.64.10', label: 'Shop' }] },
      isRateLimited: true,
      isLogged: true,
    },
  },
  /** The saved settings. IP addresses are normalised, and duplicates removed. */
  answer: apiSecurity,
  message: 'Security settings saved',
  refusals: ['validation_failed', 'address_list_empty'],
  rate: { perMinute: 60 },
});

/** One request to the merchant API, without secrets and personal data. */
export const apiRequest = z.object({
  /** Also sent as `Request-Id` with the answer. */
  id: uuid,
  at: timestamp,
  method: z.string(),
  /** Path of the request, with only the last four symbols of codes. */
  path: z.string(),
  status: z.number().int(),
  /** Code of the refusal, if the request was refused. */
  code: z.string().optional(),
  durationMs: z.number().int().nonnegative(),
  address: z.string(),
  /** Name of the key that was used; absent for old requests, made before keys had names. */
  keyName: z.string().optional(),
  idempotencyKey: z.string().optional(),
  /** JSON of the request body or, without a body, of the query. Long ones are cut off. */
  sent: z.string().optional(),
  /** JSON of the answer. `***` replaces text that the log does not keep. */
  answered: z.string().optional(),
  /** Number of further requests in the same second, which the log omits. */
  omittedAfter: z.number().int().positive().optional(),
  /** A deprecation to follow up: the call gave no amount, which meant the whole value. */
  notice: z.enum(['amount_missing']).optional(),
});
export type ApiRequest = z.infer<typeof apiRequest>;

export const apiRequests = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/api-requests',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'API access',
  summary:
    'List calls of the last 30 days to the merchant API, newest first; they appear within a second or two',
  query: z.object({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    /** 2xx, 4xx or 5xx. */
    outcome: z.enum(['succeeded', 'refused', 'failed']).optional(),
    /**
     * Part of a path (such as a voucher's id or last four symbols), a voucher's code, a request id, or an idempotency
     * key.
     */
    search: shortText.optional(),
    keyId: uuid.optional(),
    /** Days in Nairobi, both inclusive. */
    from: day.optional(),
    to: day.optional(),
  }),
  answer: z.object({ requests: z.array(apiRequest), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});
export type ApiRequestFilters = Omit<CallInput<typeof apiRequests>['query'], 'cursor' | 'limit'>;

/** State of a merchant's own system, for administrators. It contains no secret. */
export const machineState = endpoint({
  method: 'GET',
  path: '/api/admin/v1/api-access/:merchantId',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'API access',
  summary: "Get the age and last use of a merchant's secret, its protection, and the state of its webhook",
  params: z.object({ merchantId: uuid }),
  example: { params: { merchantId: sample.id } },
  answer: z.object({
    secretMadeAt: timestamp,
    /** Last use of any of the merchant's keys; absent if none was ever used. */
    lastUsedAt: timestamp.optional(),
    /** Number of IP addresses that may use the key; absent if any address may. */
    allowedAddresses: count.optional(),
    isRateLimited: z.boolean(),
    isLogged: z.boolean(),
    webhook: z.object({
      state: webhookState,
      /** Host of the webhook address in the worst state. The path is omitted, because it may be a secret. */
      host: z.string().optional(),
      /** Number of the merchant's other webhook addresses; absent if there are none. */
      others: count.optional(),
      /** Time of the first failure since the last success. */
      failingSince: timestamp.optional(),
      switchedOffAt: timestamp.optional(),
      /** `gone`: the address answered 410. `failing`: it failed for three days. */
      switchedOffReason: z.enum(['gone', 'failing']).optional(),
      /** The latest event with a delivery attempt, among the latest thousand events. */
      lastDelivery: z
        .object({
          at: timestamp,
          type: webhookType,
          isDelivered: z.boolean(),
          /** HTTP status of the answer; absent if no answer came. */
          status: z.number().int().optional(),
        })
        .optional(),
      /** Number of events that wait for delivery; at most a thousand are counted. */
      waiting: count,
    }),
  }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});
export type MachineState = (typeof machineState)['answer']['_output'];
