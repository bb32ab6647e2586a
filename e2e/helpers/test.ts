import { setTimeout as pause } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';
import type { BrowserContext, Page, TestInfo } from '@playwright/test';
import { createApiClient } from '@zawadi/story/api-client';
import { newPerson, welcome } from '@zawadi/story/people';
import type { SignedIn } from '@zawadi/story/people';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import type { World } from '@zawadi/story/steps';
import { addressOf } from './addresses.ts';

export { expect };

type Fixtures = {
  /** Console errors that this test expects, such as a missing network. */
  expectedComplaints: RegExp | undefined;
  /** The API, and the phones and inboxes of this test's people. */
  world: World;
  sandboxUrl: string;
  /** Creates a user with verified email and phone, for this test only. */
  meet: (firstName: string, lastName: string) => Promise<SignedIn>;
  /** Changes M-PESA's behaviour until this test ends. */
  mpesaBehaves: (change: object) => Promise<void>;
};

/** Browser test that fails if any of its pages logs a console error or has an unhandled rejection. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(addressOf('ZAWADI_URL')),
  sandboxUrl: async ({}, use) => use(addressOf('SANDBOX_URL')),
  world: async ({ sandboxUrl }, use) =>
    use({ api: createApiClient(addressOf('ZAWADI_URL')), sandbox: createSandboxControl(sandboxUrl) }),
  meet: async ({ world }, use) =>
    use((firstName, lastName) => welcome(world.api, world.sandbox, newPerson(firstName, lastName))),
  mpesaBehaves: async ({ world }, use) => {
    const usual = await world.sandbox.behave({});
    await use(async (change) => void (await world.sandbox.behave(change)));
    await world.sandbox.behave(usual);
  },
  expectedComplaints: [undefined, { option: true }],
  context: async ({ context, expectedComplaints }, use, testInfo) => {
    const complaints = collectComplaints(context);
    await use(context);
    if (testInfo.status !== testInfo.expectedStatus) await attachUndrawnPages(context, testInfo);
    // An answer that this test changes may still be in flight, and would fail the next test.
    for (const one of [context, ...context.pages()]) await one.unrouteAll({ behavior: 'ignoreErrors' });
    const unexpected = complaints.filter((complaint) => expectedComplaints?.test(complaint) !== true);
    expect(unexpected, 'complaints of the pages').toEqual([]);
  },
});

const DRAWN_WITHIN_MS = 10_000;

/**
 * Looks for pages whose scripts run although the browser draws no frame of them. Playwright's clicks and pictures wait
 * for frames, so a failure may then be the browser's. Attaches the addresses of such pages to the test.
 */
async function attachUndrawnPages(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  const undrawn: string[] = [];
  for (const page of context.pages()) if (await isUndrawn(page)) undrawn.push(page.url());
  if (undrawn.length > 0)
    await testInfo.attach('page-without-frames', { body: undrawn.join('\n'), contentType: 'text/plain' });
}

async function isUndrawn(page: Page): Promise<boolean> {
  const [runs, draws] = await Promise.all([
    within(page.evaluate(() => true)),
    within(page.evaluate(() => new Promise<true>((drawn) => requestAnimationFrame(() => drawn(true))))),
  ]);
  return runs && !draws;
}

/** Returns whether the page answers in time. A page that was closed does not. */
async function within(answer: Promise<true>): Promise<boolean> {
  return Promise.race([answer.catch(() => false), pause(DRAWN_WITHIN_MS, false)]);
}

/** Collects console errors and unhandled rejections of a context's pages from now on. */
export function collectComplaints(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !EXPECTED.some((expected) => expected.test(message.text())))
      complaints.push(message.text());
  });
  return complaints;
}

const EXPECTED = [
  /^Service Worker registration blocked by Playwright$/u,
  // Chromium logs every refused request. Refusals are normal answers, so ignore them; do not ignore faults.
  /^Failed to load resource: .*status of (401|404|409|422|429) /u,
];
