import { claimVoucher } from '@zawadi/contract';
import type { Bench } from '../bench.ts';
import { runCallers, postJson } from '../callers.ts';
import { openProduct } from '../open-product.ts';
import { createPeople, signInAs } from '../people.ts';
import { API, startServer } from '../processes.ts';
import { WARM_UPS_OF_SHORT_ROUNDS, type Suite } from '../rounds.ts';
import { issueGifts } from '../vouchers.ts';

const PEOPLE = 64;
const SHILLINGS = 100;
/**
 * Number of gifts to claim in a round, more than a second's work at the target rate. A round ends when all are claimed.
 */
const CLAIMED_IN_A_ROUND = 2_000;

/** Measures claims of gifts by link, each by its recipient, including the notifications to the buyers. */
export async function openClaims(bench: Bench): Promise<Suite> {
  const deps = openProduct(bench.appUrl, 'bench-claims');
  bench.say('Preparing recipients …');
  const people = await createPeople(bench, PEOPLE);
  const bearers = await Promise.all(people.map((person) => signInAs(deps, person)));
  const api = await startServer(API, { DATABASE_URL: bench.appUrl, DATABASE_OWNER_URL: bench.appUrl });
  return {
    cases: [
      {
        name: 'claim',
        connections: PEOPLE,
        target: { perSecond: 1_500 },
        warmUps: WARM_UPS_OF_SHORT_ROUNDS,
        prepare: async () => {
          const recipients = Array.from({ length: CLAIMED_IN_A_ROUND }, (_, n) => ({
            msisdn: people[n % PEOPLE]?.msisdn ?? '',
            buyerId: people[(n + 1) % PEOPLE]?.id ?? '',
          }));
          const gifts = await issueGifts(deps, { recipients, shillings: SHILLINGS });
          const own = Map.groupBy(gifts.entries(), ([n]) => n % PEOPLE);
          const tokens = Array.from({ length: PEOPLE }, (_, n) =>
            (own.get(n) ?? []).map(([, one]) => one.claimToken),
          );
          return () =>
            runCallers(PEOPLE, bench.seconds, async (caller) => {
              const claimToken = tokens[caller]?.pop();
              if (claimToken === undefined) return false;
              const authorization = `Bearer ${bearers[caller]}`;
              await postJson(`${api.url}${claimVoucher.path}`, { claimToken }, { authorization });
              return true;
            });
        },
      },
    ],
    close: async () => {
      await api.stop();
      await deps.db.destroy();
    },
  };
}
