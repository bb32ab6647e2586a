import type { Deps } from '../../../config/deps.ts';
import { trialBalance } from '../../../ledger/index.ts';
import { listRuns } from '../../../platform/jobs/job-runs.ts';
import { createReading } from '../../../platform/metrics/serve-metrics.ts';
import { listOpen } from '../../services/alerts/index.ts';
import { readDeliveryQueue } from '../../merchants/webhooks/index.ts';
import { countOpenOrders } from '../../mpesa/orders/index.ts';
import * as health from '../../services/system-health/index.ts';

type Reading = Pick<Deps, 'db' | 'clock' | 'log'>;

export type Facts = Awaited<ReturnType<typeof readFacts>> & {
  /** Absent until it was read for the first time. */
  books: Awaited<ReturnType<typeof trialBalance>> | undefined;
};

const FACTS_AGE_MS = 5_000;
/** It reads every balance. */
const BOOKS_AGE_MS = 300_000;

/**
 * What the metrics of the whole system show, a few seconds old at most, the sums of the ledger five minutes.
 * @returns a function that gives undefined when they cannot be read in time
 */
export function createFactsReader({ db, clock, log }: Reading): () => Promise<Facts | undefined> {
  const facts = createReading({ read: () => readFacts({ db, clock }), maximumAgeMs: FACTS_AGE_MS, log });
  // With many accounts it takes longer than a scrape may, and the sums of before are shown meanwhile.
  const books = createReading({
    read: () => trialBalance(db),
    maximumAgeMs: BOOKS_AGE_MS,
    isShownWhileRenewed: true,
    log,
  });
  return async () => {
    const [one, other] = await Promise.all([facts(), books()]);
    return one && { ...one, books: other };
  };
}

/** One after the other: whatever the scrapes come to, they take one connection from the work. */
async function readFacts({ db, clock }: Pick<Reading, 'db' | 'clock'>) {
  return {
    now: clock.now(),
    provider: await health.readProviderSigns(db),
    callbacks: await health.readCallbackSigns(db),
    queue: await health.readQueue(db),
    float: await health.readFloat(db),
    webhooks: { ...(await health.readWebhooks(db)), ...(await readDeliveryQueue(db)) },
    openReviews: await health.countOpenReviews(db),
    orders: await countOpenOrders(db),
    runs: await listRuns(db),
    alerts: await listOpen(db),
  };
}
