import { randomUUID } from 'node:crypto';
import { login } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import type { Bench } from '../bench.ts';
import { runCallers, postJson } from '../callers.ts';
import { createPeople } from '../people.ts';
import { API, startServer } from '../processes.ts';
import { measuring, type Suite } from '../rounds.ts';

const AT_ONCE = 16;
const FLOOD = 64;
// IP addresses from networks reserved for examples (RFC 5737).
const [OWN, OTHER] = ['198.51.100.7', '203.0.113.9'];
/** Number of people: enough that no person collects many devices and attempts. */
const PEOPLE = 256;

const from = (address: string) => ({ 'x-forwarded-for': address });

/**
 * Measures sign-ins, which are limited by two threads of argon2, and a person's wait while neighbours guess passwords.
 */
export async function openSignIns(bench: Bench): Promise<Suite> {
  const people = await createPeople(bench, PEOPLE);
  const api = await startServer(API, {
    DATABASE_URL: bench.appUrl,
    DATABASE_OWNER_URL: bench.appUrl,
    TRUST_PROXY: 'loopback',
  });
  const url = `${api.url}${login.path}`;
  let next = 0;
  const signIn = async (): Promise<boolean> => {
    next += 1;
    await postJson(url, { email: people[next % PEOPLE]?.email, password: DEMO_PASSWORD }, from(OWN));
    return true;
  };
  const guess = async (): Promise<boolean> => {
    // Ignore the refusal, which is expected for a guessed account.
    await postJson(
      url,
      { email: `${randomUUID()}@example.test`, password: DEMO_PASSWORD },
      from(OTHER),
    ).catch(() => {});
    return true;
  };
  return {
    cases: [
      {
        name: 'sign-in',
        connections: AT_ONCE,
        prepare: measuring(() => runCallers(AT_ONCE, bench.seconds, signIn)),
      },
      {
        name: `sign-in: one person next to ${FLOOD} guessers`,
        connections: 1,
        prepare: measuring(async () => {
          const [own, flood] = await Promise.all([
            runCallers(1, bench.seconds, signIn),
            runCallers(FLOOD, bench.seconds, guess),
          ]);
          return { ...own, note: `${Math.round(flood.perSecond)} guesses a second` };
        }),
      },
    ],
    close: () => api.stop(),
  };
}
