import type { Page } from '@playwright/test';

/** A crowded 3G cell: 400 kbit/s each way, and 400 ms latency. */
const SLOW = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

const TIMES_SLOWER = 4;

/** Delays every request to a path until the test releases the requests. */
export async function holdCalls(page: Page, path: string) {
  let letThrough: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  let held = 0;
  await page.route(`**${path}`, async (route) => {
    held += 1;
    await isOpen;
    await route.continue();
  });
  return { letThrough, held: () => held };
}

/** Console errors of a browser without network. The last pattern is the browser's check for a new service worker. */
export const OFFLINE_COMPLAINTS =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ServerUnreachable|error occurred when fetching the script/u;

export async function slowLine(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
}

/**
 * From now on, makes the page behave as on a cheap phone: 360 px, a slow line, a quarter of this machine's CPU speed.
 */
export async function slowPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await slowLine(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
}
