import { adminLogin, login, merchantLogin, refresh, STEP_UP_MINUTES, type User } from '@zawadi/contract';
import { Refused } from '@zawadi/story/api-client';
import { DEMO_PASSWORD, type Person } from '@zawadi/story/people';
import type { Zawadi } from '@zawadi/sdk';
import { systemClock } from '../../../apps/api/src/platform/clock.ts';
import { MINUTE_MS } from '../../../apps/api/src/platform/durations.ts';
import { CONSUMERS, GUESTS } from './cast.ts';
import type { Past } from './past.ts';

/** A paid gift. The recipient's part is missing until the gift is delivered. */
export type HeldGift = {
  requestId: string;
  buyer: number;
  recipient: number;
  code?: string;
  claimToken?: string;
};

export type Stage = {
  past: Past;
  /** Each shop's own system, in the order of the cast. */
  shops: Zawadi[];
  /**
   * Gifts by number in the plan. If a gift's purchase was interrupted, the gift is missing, and later steps skip it.
   */
  gifts: Map<number, HeldGift>;
  /** People who have signed in, by the number of the consumer. */
  users: Map<number, User>;
  /** Returns the access token of a session within the token's lifetime. */
  bearerOf: (who: { consumer: number } | { member: string } | { administrator: string }) => Promise<string>;
};

const ACCESS_FOR_MS = 14 * MINUTE_MS;
/** After this time an administrator's decisions need a step-up, so the history signs the administrator in again. */
const DECIDES_FOR_MS = (STEP_UP_MINUTES - 1) * MINUTE_MS;

type Tokens = { accessToken: string; refreshToken: string };

export function createStage(past: Past, shops: Zawadi[], gifts: Stage['gifts']): Stage {
  const sessions = new Map<string, Tokens & { until: number }>();
  return {
    past,
    shops,
    gifts,
    users: new Map(),
    bearerOf: async (who) => {
      const name = Object.entries(who).join();
      const now = systemClock.now().getTime();
      const known = sessions.get(name);
      if (known && known.until > now) return known.accessToken;
      const decides = 'administrator' in who;
      const tokens = (known && !decides && (await goOn(past, known))) || (await begin(past, who));
      sessions.set(name, { ...tokens, until: now + (decides ? DECIDES_FOR_MS : ACCESS_FOR_MS) });
      return tokens.accessToken;
    },
  };
}

/** Renews a session with its refresh token; returns undefined if the session is no longer valid. */
async function goOn({ world: { api } }: Past, { refreshToken }: Tokens): Promise<Tokens | undefined> {
  try {
    return await api.call(refresh, { body: { refreshToken } });
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

async function begin({ world: { api } }: Past, who: Parameters<Stage['bearerOf']>[0]): Promise<Tokens> {
  const password = DEMO_PASSWORD;
  if ('administrator' in who) return api.call(adminLogin, { body: { email: who.administrator, password } });
  if ('member' in who)
    return api.call(merchantLogin, { body: { merchantCode: who.member, password, rememberMe: true } });
  const { email } = personOf(who.consumer);
  return api.call(login, { body: { email, password, rememberMe: true } });
}

/** Returns a person by number: consumers first, then guests. */
export function personOf(number: number): Person {
  const found = [...CONSUMERS, ...GUESTS][number];
  if (!found) throw new Error(`the cast has no person ${number}`);
  return found;
}
