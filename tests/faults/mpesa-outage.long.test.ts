import { expect, test } from 'vitest';
import { playOutage } from './mpesa-outage.ts';

test('F40 after two hours without M-PESA, 500 open payments get their outcomes within 30 minutes without a click', async () => {
  const outage = await playOutage(500);
  process.stdout.write(
    `${outage.payments} payments: alert after ${outage.alertAfterSeconds} s, all final after ${outage.finalAfterSeconds} s, ${outage.queries} queries\n`,
  );
  expect(outage.alertAfterSeconds).toBeLessThanOrEqual(60);
  expect(outage.finalAfterSeconds).toBeLessThanOrEqual(30 * 60);
}, 1_800_000);
