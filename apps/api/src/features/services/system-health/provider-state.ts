import type { HealthState, SystemHealth } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import * as store from './health-store.ts';

type Provider = SystemHealth['provider'];

/** Reads whether M-PESA answers; `bad` if it has not for minutes. */
export async function readProviderState({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<HealthState> {
  return stateOf(db, config.provider);
}

const stateCache = cachePerDatabase<boolean>({
  load: async (db) => (await stateOf(db, 'sandbox')) === 'bad',
  maximumAgeMs: 5_000,
  maximumEntries: 1,
});

/** Reads whether M-PESA has not answered for minutes; at most five seconds stale. */
export function readMpesaSilence({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  return stateCache(db).read('all');
}

async function stateOf(db: Deps['db'], name: Provider['name']): Promise<HealthState> {
  const [signs, checks] = await Promise.all([store.readProviderSigns(db), store.readChecks(db)]);
  return describeProvider(name, signs, checks).state;
}

/** Before the first payment, a check that reached M-PESA is the only sign. Later it proves less than a payment. */
export function describeProvider(
  name: SystemHealth['provider']['name'],
  signs: store.ProviderSigns,
  checks: readonly store.CheckSigns[],
): SystemHealth['provider'] {
  const access = checks.find((one) => one.name === 'mpesa_access' && !one.failingSince);
  const hasSign = signs.lastAcknowledgedAt ?? signs.lastUnansweredAt;
  const known = hasSign || !access ? signs : { ...signs, lastAcknowledgedAt: access.checkedAt };
  const { unansweredQueries } = known;
  return {
    state: stateBy(known),
    name,
    unansweredQueries,
    lastAcknowledgedAt: known.lastAcknowledgedAt?.toISOString(),
    lastUnansweredAt: known.lastUnansweredAt?.toISOString(),
    lastUnansweredQueryAt: known.lastUnansweredQueryAt?.toISOString(),
  };
}

/** Unanswered calls since M-PESA's last answer from which M-PESA counts as silent. One or two may be chance. */
const SILENT_AFTER_CALLS = 3;

function stateBy(signs: store.ProviderSigns): HealthState {
  if (signs.unansweredSinceAnswer >= SILENT_AFTER_CALLS) return 'bad';
  if (signs.lastUnansweredAt || signs.lastUnansweredQueryAt) return 'attention';
  return signs.lastAcknowledgedAt ? 'good' : 'unknown';
}
