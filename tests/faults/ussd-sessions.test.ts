import { expect, test } from 'vitest';
import { playUssdSessions } from './ussd-sessions.ts';

test('F41 a USSD gateway that doubles, crosses and cuts requests, before two processes, loses and doubles nothing', async () => {
  const played = await playUssdSessions(72);
  expect(played.claimed).toBeGreaterThan(0);
  for (const [name, times] of Object.entries(played.done)) expect(times, name).toBeGreaterThan(0);
});
