import { expect, test } from 'vitest';
import { createZawadi } from './create-zawadi.ts';

test('sends nothing if the amount is undefined or the body is null, because the server would take everything', async () => {
  const sent: unknown[] = [];
  const zawadi = createZawadi({
    apiKey: 'zk_test',
    apiSecret: 'zs_test',
    baseUrl: 'http://127.0.0.1:1/api/v1',
    fetch: (...call: unknown[]) => {
      sent.push(call);
      return Promise.reject(new Error('nothing may be sent'));
    },
  } as Parameters<typeof createZawadi>[0]);
  // Programs without types send these.
  for (const body of [{ amount: undefined }, null] as never[]) {
    await expect(zawadi.vouchers.redeem('CODE', body)).rejects.toThrow('The amount is undefined');
    await expect(zawadi.vouchers.hold('CODE', body)).rejects.toThrow('The amount is undefined');
    await expect(zawadi.holds.capture('hold', body)).rejects.toThrow('The amount is undefined');
  }
  expect(sent).toEqual([]);
});
