import { sample } from '@zawadi/contract/example-values';
import type { ApiAccess } from '@zawadi/contract/merchant-api-access';
import { listApiKeys, type ApiKeyOfMerchant } from '@zawadi/contract/merchants-api-keys';
import { answer, type Answer } from '../../../../testing/contract-answers.ts';

export const API = '/merchant/dashboard/api';

export const KEY = 'zk_test_0123456789abcdefghijkl';

/** Makes the API access of a sandbox shop with a main key and no address list; `details` overrides fields. */
export function accessOf(details: Partial<ApiAccess> = {}): ApiAccess {
  return {
    apiKey: KEY,
    secretMadeAt: '2026-11-20T09:00:00.000Z',
    baseUrl: 'https://zawadi.test/api/v1',
    testEnvironmentUrl: 'https://sandbox.zawadi.test/api/v1',
    isSandbox: true,
    security: { ipWhitelist: { isOn: false, addresses: [] }, isRateLimited: true, isLogged: true },
    callsPerMinute: { limited: 600, unlimited: 6_000, sandboxFactor: 1 },
    ownAddress: '41.90.64.9',
    ...details,
  };
}

export const mainKey: ApiKeyOfMerchant = {
  keyId: sample.id,
  isMain: true,
  name: 'Main key',
  rights: 'everything',
  placeId: sample.id,
  apiKey: KEY,
  secretMadeAt: '2026-11-20T09:00:00.000Z',
};

export const tillKey: ApiKeyOfMerchant = {
  keyId: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d6e',
  isMain: false,
  name: 'Juma Otieno',
  rights: 'redeem',
  placeId: sample.id,
  apiKey: 'zk_test_0000000000000000000000',
  secretMadeAt: '2026-11-20T09:00:00.000Z',
};

export function keysAnswer(...keys: ApiKeyOfMerchant[]): Answer {
  return answer(listApiKeys, { keys: [mainKey, ...keys] });
}
