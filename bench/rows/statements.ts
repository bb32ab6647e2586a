import { adminLogin, uploadStatement } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { createAdministrator } from '../../apps/api/src/features/people/administrators/index.ts';
import { createApiClient } from '@zawadi/story/api-client';
import type { Bench } from '../bench.ts';
import { openProduct } from '../open-product.ts';
import { API, startServer } from '../processes.ts';
import type { Sample, Suite } from '../rounds.ts';
import { percentile } from '../samples.ts';

const LINES = 100_000;
const SECONDS_AT_MOST = 10;
/** Latency limit for small requests during the upload. */
const P99_MS_AT_MOST = 100;
const HEADINGS = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance';
const ADMINISTRATOR = { email: 'administrator@example.test', password: DEMO_PASSWORD };

/**
 * Measures the comparison of an M-PESA statement of 100,000 lines with the ledger, and the latency of concurrent small
 * requests.
 */
export async function openStatements(bench: Bench): Promise<Suite> {
  const deps = openProduct(bench.appUrl, 'bench-statements');
  await createAdministrator(deps, { ...ADMINISTRATOR, name: 'Administrator', staffRole: 'finance' });
  await deps.db.destroy();
  const api = await startServer(API, { DATABASE_URL: bench.appUrl, DATABASE_OWNER_URL: bench.appUrl });
  const { accessToken } = await createApiClient(api.url).call(adminLogin, { body: ADMINISTRATOR });
  const url = api.url + uploadStatement.path.replace(':account', 'collection');
  let round = 0;
  return {
    cases: [
      {
        name: `statement of ${LINES.toLocaleString('en-KE')} lines, lines a second, p99 of a small parallel call`,
        connections: 1,
        target: { perSecond: LINES / SECONDS_AT_MOST, p99Ms: P99_MS_AT_MOST },
        prepare: () => {
          round += 1;
          // Use a new file each time, because a repeated file gets the earlier result.
          const text = statementOf(round);
          return Promise.resolve(() =>
            upload({ url, text, bearer: accessToken, smallCall: `${api.url}/readyz` }),
          );
        },
      },
    ],
    close: () => api.stop(),
  };
}

function statementOf(round: number): string {
  const lines = Array.from({ length: LINES }, (_, n) => {
    const receipt = `U${round}${String(n).padStart(8, '0')}`;
    const second = String(n % 60).padStart(2, '0');
    const minute = String(Math.floor(n / 60) % 60).padStart(2, '0');
    return `${receipt},2026-11-17 10:${minute}:${second},Pay Bill,Completed,50.00,,1`;
  });
  return [HEADINGS, ...lines].join('\n');
}

async function upload(given: {
  url: string;
  text: string;
  bearer: string;
  smallCall: string;
}): Promise<Sample> {
  let isUploading = true;
  let failures = 0;
  const latenciesMs: number[] = [];
  const callMeanwhile = async (): Promise<void> => {
    while (isUploading) {
      const beganMs = performance.now();
      const isAnswered = await fetch(given.smallCall).then(
        async (response) => (await response.text()) !== '',
        () => false,
      );
      if (isAnswered) latenciesMs.push(performance.now() - beganMs);
      else failures += 1;
    }
  };
  const startMs = performance.now();
  // The server disconnects a request that takes a minute, so record the error.
  const failure = send(given).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  const [reason] = await Promise.all([failure.finally(() => (isUploading = false)), callMeanwhile()]);
  const seconds = (performance.now() - startMs) / 1_000;
  if (reason !== undefined) return { perSecond: 0, failures: failures + 1, note: reason };
  const latencies = { p50Ms: percentile(latenciesMs, 0.5), p99Ms: percentile(latenciesMs, 0.99) };
  return { perSecond: LINES / seconds, ...latencies, failures, note: `${seconds.toFixed(1)} s a statement` };
}

async function send({ url, text, bearer }: { url: string; text: string; bearer: string }): Promise<void> {
  const headers = { 'content-type': 'text/csv', authorization: `Bearer ${bearer}` };
  const response = await fetch(url, { method: 'POST', headers, body: text });
  const answer = await response.text();
  if (!response.ok) throw new Error(`the statement was refused: ${response.status} ${answer}`);
}
