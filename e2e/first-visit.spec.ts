import type { Response } from '@playwright/test';
import { expect, test } from './kit/test.ts';

const BUDGET_BYTES = 110 * 1024;

test('a first visit to the login loads at most 110 KB of script', async ({ page }) => {
  const arrived: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') arrived.push(response);
  });
  await page.goto('/login', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  const scripts = await Promise.all(
    arrived.map(async (response) => ({
      url: response.url(),
      encoding: response.headers()['content-encoding'],
      bytes: (await response.request().sizes()).responseBodySize,
    })),
  );
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter(({ encoding }) => encoding !== 'br')).toEqual([]);
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  const list = scripts.map(({ url, bytes }) => `${bytes} ${url}`).join('\n');
  expect(total, list).toBeLessThanOrEqual(BUDGET_BYTES);
});

test('every page has the strict policy that keeps strangers’ scripts out', async ({ page }) => {
  const response = await page.goto('/login');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self'(;|$)/u);
  expect(policy).toMatch(/default-src 'self'|default-src 'none'/u);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/u);
});
