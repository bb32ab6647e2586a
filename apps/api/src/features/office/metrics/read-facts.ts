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
  /** The trial balance; undefined until it was read for the first time. */
  books: Awaited<ReturnType<typeof trialBalance>> | undefined;
};

const FACTS_AGE_MS = 5_000;
/** Longest age of the trial balance, five minutes, because reading it reads every balance. */
const BOOKS_AGE_MS = 300_000;

/**
 * Creates a reader of the facts for the metrics of the whole system. Facts are at most a few seconds old, ledger sums
 * at most five minutes.
 * @returns a function whose result is undefined if the facts cannot be read in time
 */
export function createFactsReader({ db, clock, log }: Reading): () => Promise<Facts | undefined> {
  const facts = createReading({ read: () => readFacts({ db, clock }), maximumAgeMs: FACTS_AGE_MS, log });
  // With many accounts, the trial balance takes longer than a scrape may. While it is read, the previous sums are
  // served.
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

/** Reads one fact after another, so that all scrapes together use only one connection. */
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
