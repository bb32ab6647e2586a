import { buyGift } from '@zawadi/story/steps';
import { startPushService, type PushService } from '../apps/api/src/testing/push-service.ts';
import { deliver, pressNotification, shownOn, subscribeAt } from './helpers/push.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { hasWholeBrowser, wholeBrowser } from './helpers/whole-browser.ts';

const PROFILE = '/dashboard/profile';
// Anchored, so that it does not match 'Not on for this device yet'.
const ON = /^On for this device$/u;

test.skip(!hasWholeBrowser, 'This browser has no camera and no notifications.');

test.use({
  // Chromium's complaint in a journey when the page uses its push service.
  expectedComplaints: /does not support the Push API in incognito mode/u,
  launchOptions: wholeBrowser(),
  serviceWorkers: 'allow',
});

let service: PushService;
test.beforeAll(async () => {
  service = await startPushService();
});
test.afterAll(() => service.close());

test('S75 S76 a phone with notifications announces a gift, opens the wallet, and gets none after logging out; one device or all can be switched off', async ({
  page,
  context,
  world,
  meet,
}) => {
  const [sender, recipient] = [await meet('Amani', 'Chebet'), await meet('Furaha', 'Mutua')];
  const browser = service.newBrowser();
  await subscribeAt(context, browser);
  await signIn(page, recipient, PROFILE);
  await page.getByRole('button', { name: 'Turn on here' }).click();
  await expect(page.getByRole('status').getByText(ON)).toBeVisible();
  await expect(page.getByText(/Notifications on$/u)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Turn off here' }).click();
  await expect(page.getByText('Not on for this device yet')).toBeVisible();
  const push = page.getByRole('switch', { name: 'Push Notifications' });
  await expect(push).toBeChecked();
  await push.uncheck();
  await expect(push).not.toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('button', { name: 'Turn on here' })).toBeHidden();
  await push.check();
  await expect(page.getByRole('status').getByText(ON)).toBeVisible();

  await buyGift(world, sender, { recipient, amount: 500, message: 'Heri', cloth: 'asante' });
  await expect.poll(() => browser.messages()).toHaveLength(1);
  const [message] = browser.messages();
  if (message === undefined) throw new Error('no push message arrived');
  // Both messages have the same tag. So when the device shows the second message, both have been processed.
  await deliver(page, { ...message, body: 'What the second one replaces.' });
  await deliver(page, message);
  await expect
    .poll(() => shownOn(page))
    .toMatchObject([{ title: 'A gift for you', body: 'Amani Chebet sent you KES 475.', tag: message.tag }]);
  await pressNotification(context);
  await expect(page).toHaveURL('/dashboard/wallet');
  await expect.poll(() => shownOn(page)).toEqual([]);

  // A service worker that is about to stop may miss the message, so deliver it again as a push service does.
  await expect(async () => {
    await deliver(page, { ...message, tag: 'another' });
    await expect.poll(() => shownOn(page), { timeout: 3_000 }).toHaveLength(1);
  }).toPass();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/u);
  await expect.poll(() => shownOn(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('zawadi.push'))).toBeNull();
});
