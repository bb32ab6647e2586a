import type { Page } from '@playwright/test';

/** A crowded 3G cell: 400 kbit/s each way, and 400 ms for every answer. */
const SLOW = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

const TIMES_SLOWER = 4;

/** Every call to a path waits on the way until it is let through. */
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

/** What the browser complains about while there is no network; the last is its own look for a new service worker. */
export const OFFLINE_COMPLAINTS =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ServerUnreachable|error occurred when fetching the script/u;

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
