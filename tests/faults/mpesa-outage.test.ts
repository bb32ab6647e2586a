import { expect, test } from 'vitest';
import { playOutage } from './mpesa-outage.ts';

test('F40 after two hours without M-PESA, each open payment gets its outcome within 30 minutes without a click', async () => {
  const { alertAfterSeconds, finalAfterSeconds } = await playOutage(30);
  expect(alertAfterSeconds).toBeLessThanOrEqual(60);
  expect(finalAfterSeconds).toBeLessThanOrEqual(30 * 60);
}, 240_000);
