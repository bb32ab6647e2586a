import { expect, collectComplaints, test } from './helpers/test.ts';

test('a browser test fails on console errors, unhandled rejections and blocked scripts', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL });
  try {
    const complaints = collectComplaints(context);
    const page = await context.newPage();
    await page.goto('/login');
    expect(complaints).toEqual([]);
    await page.evaluate(() => {
      // oxlint-disable-next-line no-console
      console.error('a mistake');
      void Promise.reject(new Error('an unhandled rejection'));
      const script = document.createElement('script');
      // The content policy blocks this assignment. Chromium also logs the violation to the console.
      expectToThrow(() => (script.textContent = 'window.stranger = true'));

      function expectToThrow(run: () => unknown): void {
        try {
          run();
        } catch {
          return;
        }
        throw new Error('The policy allowed a script.');
      }
    });
    for (const complaint of ['a mistake', 'an unhandled rejection', 'TrustedScript']) {
      await expect.poll(() => complaints.join('\n')).toContain(complaint);
    }
  } finally {
    await context.close();
  }
});
