import { expect, test } from 'vitest';
import { playUssdSessions } from './ussd-sessions.ts';

test('F41 2,000 random USSD sessions lose and double nothing', async () => {
  const played = await playUssdSessions(2_000);
  process.stdout.write(
    `${played.sessions} sessions, ${played.requests} requests: ${played.claimed} gifts claimed, ${JSON.stringify(played.done)}, ${played.busy} answers "try again"\n`,
  );
  expect(played.claimed).toBeGreaterThan(50);
  for (const [name, times] of Object.entries(played.done)) expect(times, name).toBeGreaterThan(25);
}, 1_800_000);
