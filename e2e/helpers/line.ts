import type { Page } from '@playwright/test';

/** The next call to a path meets a proxy without an upstream, which answers with a page of its own. */
export async function failNext(page: Page, path: string): Promise<void> {
  const page502 = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };
  await page.route(`**${path}`, (route) => route.fulfill(page502), { times: 1 });
}

/** The next call to a path is lost on the way. */
export async function loseNext(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, (route) => route.abort('connectionreset'), { times: 1 });
}

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

/** What the page complains about when `failNext` and `loseNext` do their work. */
export const LINE_COMPLAINTS = /status of 502|ERR_CONNECTION_RESET/u;

/** What the browser complains about while there is no network; the last is its own look for a new service worker. */
export const OFFLINE_COMPLAINTS =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ServerUnreachable|error occurred when fetching the script/u;
