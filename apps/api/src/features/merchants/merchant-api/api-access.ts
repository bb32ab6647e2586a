import type { ApiAccess } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readKeyFacts, readSecurity } from './security-store.ts';

/** What the portal shows of the access to the API. */
export async function readApiAccess(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { merchantId, address }: { merchantId: string; address: string },
): Promise<ApiAccess> {
  const facts = await readKeyFacts(db, merchantId);
  if (!facts) throw new Refusal('not_found');
  const { perMinute: limited, platformPerMinute: unlimited } = config.machineCalls;
  return {
    apiKey: facts.apiKey,
    secretMadeAt: facts.secretMadeAt.toISOString(),
    ...(facts.lastUsedAt && { lastUsedAt: facts.lastUsedAt.toISOString() }),
    baseUrl: `${config.publicUrl}/api/v1`,
    testEnvironmentUrl: config.testEnvironmentUrl,
    security: await readSecurity(db, merchantId),
    callsPerMinute: { limited, unlimited },
    ownAddress: address,
  };
}
