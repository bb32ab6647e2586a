import { createServer } from 'node:http';
import { freePort } from '@zawadi/story/free-port';
import { expect, test } from '@playwright/test';
import { openWaitingPage } from '../scripts/start/waiting-page.mjs';

test('a browser that is early sees what is being prepared, and then the page it asked for', async ({
  page,
}) => {
  const address = { port: await freePort(), host: '127.0.0.1' };
  const waiting = await openWaitingPage(address);
  waiting?.show({ step: 'Installing the packages' });
  await page.goto(`http://127.0.0.1:${address.port}/merchant/login`);
  await expect(page.getByRole('heading', { name: 'Zawadi is being prepared' })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText('Installing the packages');

  waiting?.show({ step: 'Playing August 2026', percent: 40 });
  await expect(page.getByRole('progressbar', { name: 'Playing August 2026' })).toHaveAttribute(
    'aria-valuenow',
    '40',
  );
  await expect(page.getByText('40 %')).toBeVisible();

  // The port is closed for longer than the page waits between two questions.
  const refused = page.waitForEvent('requestfailed');
  await waiting?.close();
  await refused;
  await expect(page.getByRole('status')).toHaveText('Playing August 2026');
  const product = createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end(`<h1>The product at ${request.url}</h1>`);
  });
  product.listen(address.port, address.host);
  await expect(page.getByRole('heading')).toHaveText('The product at /merchant/login');
  product.close();
});
