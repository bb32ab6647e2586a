import type { Page } from '@playwright/test';
import { signIn } from '../helpers/sign-in.ts';
import { expect } from '../helpers/test.ts';
import { visit, type Walk } from './look.ts';

const SCREENS = [
  ['/dashboard', 'dashboard'],
  ['/dashboard/buy-gifts', 'buy'],
  ['/dashboard/redeem?way=withdraw', 'withdraw'],
  ['/dashboard/wallet', 'wallet'],
  ['/dashboard/transactions', 'transactions'],
  ['/v/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'voucher'],
] as const;
const DATA = /\/api\/(?!auth\/)/u;

/** Walks every screen while its data is loading, without data, and when the server fails. */
export async function walkWaiting({ page, meet, look }: Walk): Promise<void> {
  await signIn(page, await meet('Lilian', 'Auma'));
  await withoutAnswers(page, async () => {
    for (const [path, name] of SCREENS) {
      await page.goto(path);
      // Wait for the heading: without it, the page's code is still loading.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
      await look(page, `${name}-loading`);
    }
  });
  for (const [path, name] of [
    ['/dashboard/wallet', 'wallet'],
    ['/dashboard/transactions', 'transactions'],
    ['/dashboard/redeem?way=withdraw', 'withdraw'],
  ] as const) {
    await visit(page, path);
    await look(page, `${name}-empty`);
  }
  await visit(page, '/dashboard/transactions?search=nobody');
  await expect(page.getByText('No transactions found')).toBeVisible();
  await look(page, 'transactions-none-found');

  const refusal = { code: 'feature_off', customerMessage: 'This is not available yet.' };
  await page.route(DATA, (route) => route.fulfill({ status: 409, json: refusal }));
  await page.goto('/dashboard');
  for (const [path, name] of SCREENS) {
    await visit(page, path);
    await expect(page.getByRole('button', { name: 'Try Again' }).first()).toBeVisible();
    await look(page, `${name}-error`);
  }
  await page.unroute(DATA);
}

/** Runs `work` while all requests to the server stay unanswered. */
async function withoutAnswers(page: Page, work: () => Promise<void>): Promise<void> {
  let answer: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(DATA, async (route) => {
    await isOver;
    await route.abort();
  });
  await work();
  await page.goto('about:blank');
  answer();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
