import type { Page } from '@playwright/test';

/** A crowded 3G cell: 400 kbit/s each way, and 400 ms for every answer. */
const SLOW = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const TIMES_SLOWER = 4;

/** From now on the page has a slow line. */
export async function slowLine(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
}

/** From now on the page is a cheap phone: 360 px, a slow line, and a quarter of this machine's processor. */
export async function slowPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await slowLine(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
}
