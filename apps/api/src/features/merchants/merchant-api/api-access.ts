import type { ApiAccess, ApiSecurity, MachineState } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { forgetMachineCredentials, recordActivity } from '../../people/merchants/index.ts';
import { describeWebhookState } from '../webhooks/index.ts';
import { readKeyFacts, readSecurity, writeSecurity } from './store.ts';
import { normaliseAddress } from './address-list.ts';

/** Reads the merchant's API settings for the portal. */
export async function readApiAccess(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { merchantId, address }: { merchantId: string; address: string },
): Promise<ApiAccess> {
  const facts = await readKeyFacts(db, merchantId);
  if (!facts) throw new Refusal('not_found');
  const { perMinute, platformPerMinute, sandboxFactor } = config.machineCalls;
  return {
    apiKey: facts.apiKey,
    secretMadeAt: facts.secretMadeAt.toISOString(),
    ...(facts.lastUsedAt && { lastUsedAt: facts.lastUsedAt.toISOString() }),
    baseUrl: `${config.publicUrl}/api/v1`,
    testEnvironmentUrl: config.testEnvironmentUrl,
    isSandbox: config.provider !== 'daraja',
    security: await readSecurity(db, merchantId),
    callsPerMinute: {
      limited: perMinute / sandboxFactor,
      unlimited: platformPerMinute / sandboxFactor,
      sandboxFactor,
    },
    ownAddress: address,
  };
}

/**
 * Reads the state of a merchant's API access for administrators.
 * @throws Refusal `not_found`
 */
export async function readMachineState(
  deps: Pick<Deps, 'db'>,
  { merchantId }: { merchantId: string },
): Promise<MachineState> {
  const { db } = deps;
  const facts = await readKeyFacts(db, merchantId);
  if (!facts) throw new Refusal('not_found');
  const { ipWhitelist, isRateLimited, isLogged } = await readSecurity(db, merchantId);
  return {
    secretMadeAt: facts.secretMadeAt.toISOString(),
    ...(facts.anyUsedAt && { lastUsedAt: facts.anyUsedAt.toISOString() }),
    ...(ipWhitelist.isOn && { allowedAddresses: ipWhitelist.addresses.length }),
    isRateLimited,
    isLogged,
    webhook: await describeWebhookState(deps, { merchantId }),
  };
}

/**
 * Replaces the security settings of a merchant's API key. They apply at once in this process, and within a second in
 * the others.
 * @returns the normalised settings
 * @throws Refusal `validation_failed` for an invalid IP address, `address_list_empty` for an empty list
 */
export async function updateSecurity(
  deps: Pick<Deps, 'db'>,
  request: { merchantId: string; staffId: string; security: ApiSecurity },
): Promise<ApiSecurity> {
  const { merchantId, staffId } = request;
  const addresses = normaliseList(request.security.ipWhitelist.addresses);
  const { isOn } = request.security.ipWhitelist;
  if (isOn && addresses.length === 0) throw new Refusal('address_list_empty');
  const security = { ...request.security, ipWhitelist: { isOn, addresses } };
  await inTransaction(deps.db, async (tx) => {
    await writeSecurity(tx, { merchantId, security });
    await recordActivity(tx, {
      merchantId,
      actor: { kind: 'member', id: staffId },
      kind: 'api-security-changed',
      details: security,
    });
  });
  forgetMachineCredentials(deps.db);
  return security;
}

type Addresses = ApiSecurity['ipWhitelist']['addresses'];

function normaliseList(typed: Addresses): Addresses {
  const byAddress = new Map<string, Addresses[number]>();
  for (const [index, entry] of typed.entries()) {
    const address = normaliseAddress(entry.address);
    if (address === undefined) {
      const path = `ipWhitelist.addresses.${index}.address`;
      const message = 'Please enter an address (41.90.64.10) or a range (41.90.64.0/24)';
      throw new Refusal('validation_failed', { fields: [{ path, message }] }, message);
    }
    byAddress.set(address, { ...entry, address });
  }
  return [...byAddress.values()];
}
