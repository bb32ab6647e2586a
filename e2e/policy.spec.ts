import type { BrowserContext } from '@playwright/test';
import { expect, test } from './helpers/test.ts';

test.use({
  // Console errors about the violations that the end of the test causes on purpose.
  expectedComplaints: /TrustedHTML|TrustedScript|Content Security Policy/iu,
  serviceWorkers: 'allow',
});

/** Collects the browser's reports of policy violations, also if a script has caught the error. */
async function violationsIn(context: BrowserContext): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeFunction('noteViolation', (violation: string) => void violations.push(violation));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { noteViolation } = globalThis as unknown as { noteViolation: (violation: string) => void };
      noteViolation(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  return violations;
}

test('A20 S190 pages restrict which sites may frame, open and read them, need nothing that the content policy forbids, and never run text as script', async ({
  page,
  context,
  request,
}) => {
  const headersOfPage = (await request.get('/login', { headers: { accept: 'text/html' } })).headers();
  const policy = headersOfPage['content-security-policy'] ?? '';
  for (const directive of [
    "default-src 'none'",
    "script-src 'self'",
    "img-src 'self' data: blob:",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types service-worker',
  ]) {
    expect(policy.split(/; ?/u)).toContain(directive);
  }
  expect(headersOfPage['cross-origin-opener-policy']).toBe('same-origin');
  for (const path of ['/login', '/theme.js', '/api/none', '/developers/reference', '/api/docs/json']) {
    const headers = (await request.get(path, { headers: { accept: 'text/html' } })).headers();
    expect(headers['x-frame-options'], path).toBe('DENY');
    expect(headers['cross-origin-resource-policy'], path).toBe('same-origin');
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
  }
  expect(policy).not.toMatch(/script-src[^;]*unsafe/u);
  const policyAt = async (path: string) =>
    (await request.get(path, { headers: { accept: 'text/html' } })).headers()['content-security-policy'];
  // Only administrators' pages show emails.
  for (const path of ['/', '/v/none', '/dashboard', '/merchant/login', '/administrators']) {
    expect(await policyAt(path), path).not.toContain('mail-preview');
  }
  for (const path of ['/admin', '/admin/login?redirect=x', '/admin/settings/messages']) {
    expect(await policyAt(path), path).toContain('trusted-types service-worker mail-preview');
  }

  const violations = await violationsIn(context);
  await page.goto('/register');
  await page.getByLabel('First name').fill('A');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.goto('/login');
  await page.getByLabel('Email').fill('no address');
  await page.locator('form button[type=submit]').click();
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.scriptURL),
    )
    .toMatch(/\/sw\.js$/u);
  await page.goto('/api/docs/');
  await expect(page).toHaveURL('/developers/reference');
  await expect(page.getByText('POST /vouchers/create').first()).toBeVisible();
  expect(violations).toEqual([]);

  await page.goto('/login');
  const refused = await page.evaluate(() => {
    const attempts = [
      () => (document.body.innerHTML = '<img src="x" onerror="document.title = 1">'),
      () => (document.createElement('script').text = 'document.title = 1'),
      () => navigator.serviceWorker.register('/other.js'),
      () =>
        (
          window as unknown as { trustedTypes: { createPolicy: (...all: unknown[]) => unknown } }
        ).trustedTypes.createPolicy('mine', {}),
    ];
    return Promise.all(
      attempts.map(async (attempt) => {
        try {
          await attempt();
          return 'done';
        } catch (error) {
          return error instanceof TypeError ? 'refused' : String(error);
        }
      }),
    );
  });
  expect(refused).toEqual(['refused', 'refused', 'refused', 'refused']);
});
