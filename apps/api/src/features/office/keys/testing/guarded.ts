import { enableTwoFactor, startTwoFactor } from '@zawadi/contract';
import { DEMO_PASSWORD, type SignedIn } from '@zawadi/story/people';
import { generateSync } from 'otplib';
import { newConsumer } from '../../../../testing/consumers.ts';
import type { TestSystem } from '../../../../testing/test-system.ts';

/** A consumer with a second factor. The next valid code is `steps` half minutes from now. */
export type Guarded = { person: SignedIn; secret: string; recoveryCodes: string[]; steps: number };

export function codeAt({ secret, steps }: Pick<Guarded, 'secret' | 'steps'>): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 * steps });
}

/**
 * Switches on a second factor with the previous half minute's code, so that the current and the next code stay unused.
 */
export async function newGuarded(system: TestSystem): Promise<Guarded> {
  const { api } = system;
  const person = await newConsumer(system);
  const { bearer } = person;
  const started = await api.call(startTwoFactor, { body: { password: DEMO_PASSWORD } }, { bearer });
  const mine = { person, secret: started.secret, steps: -1 };
  const { recoveryCodes } = await api.call(enableTwoFactor, { body: { otp: codeAt(mine) } }, { bearer });
  return { ...mine, recoveryCodes, steps: 0 };
}
