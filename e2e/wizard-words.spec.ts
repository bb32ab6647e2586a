import type { Locator, Page } from '@playwright/test';
import { signOutEverywhere } from '@zawadi/contract';
import { newPerson, signIn as signInElsewhere } from '@zawadi/story/people';
import type { Person } from '@zawadi/story/people';
import type { World } from '@zawadi/story/steps';
import { fillGift } from './helpers/gifts.ts';
import { failNext, holdCalls, LINE_COMPLAINTS, loseNext } from './helpers/line.ts';
import { payOnPhone } from './helpers/phone.ts';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { expectToCoverNothing, noteToasts, toastOf } from './helpers/toasts.ts';
import { withWallet } from './helpers/wallet.ts';

const REGISTER = '/api/mpesa/register-transaction';
const WIZARD = '/dashboard/redeem?way=withdraw';

test.use({ expectedComplaints: LINE_COMPLAINTS });

test('S4 the words of buying: method, steps, what fails on the way, and the state that follows by itself', async ({
  page,
  meet,
  world,
}) => {
  const buyer = await meet('Wairimu', 'Gitau');
  const proceed = page.getByRole('button', { name: 'Continue to M-PESA' });
  await signIn(page, buyer, '/dashboard/buy-gifts');
  await expect(page.getByRole('radio', { name: 'Card' })).toContainText('Coming Soon');
  await expectSteps(page, ['Transaction Details', 'M-PESA Payment', 'Confirmation']);
  await fillGift(page, { amount: 450, recipient: newPerson('Juma', 'Said') });
  await failNext(page, REGISTER);
  await proceed.click();
  await expect(toastOf(page, 'Failed to register transaction')).toBeVisible();
  await loseNext(page, REGISTER);
  await proceed.click();
  await expect(toastOf(page, 'Network error. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('450');
  await expectNoSecondCall(page, REGISTER, proceed);

  const prompt = page.getByRole('button', { name: 'Send M-PESA prompt' });
  await expect(prompt).toBeVisible();
  await failNext(page, '/api/mpesa/purchase');
  await prompt.click();
  await expect(toastOf(page, 'Failed to initiate payment')).toBeVisible();
  await expectNoSecondCall(page, '/api/mpesa/purchase', prompt);
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(state(page, 'Pending')).toBeVisible();
  await payOnPhone(world, buyer.phoneNumber);
  await expect(state(page, 'Completed')).toBeVisible();
  expect(await colourOf(state(page, 'Completed'))).toBe('green');
});

test('S57 the words of withdrawing: landing, steps, what fails on the way, and the SMS at the end', async ({
  page,
  meet,
  world,
  mpesaBehaves,
}) => {
  const person = await withWallet(world, meet, 1_000, ['Yvonne', 'Achieng']);
  await signIn(page, person, '/dashboard/redeem');
  await expect(page.getByRole('heading', { level: 1, name: 'Redeem & Withdraw' })).toBeVisible();
  const way = page.getByRole('link', { name: /Withdraw to M-PESA/u });
  await expect(way).toContainText('Instant transfer');
  await way.click();
  await expectSteps(page, ['Withdrawal Details', 'M-PESA Withdrawal', 'Confirmation']);
  await expect(page.getByText(/Processing may take 1-5 minutes\..*SMS confirmation/u)).toBeVisible();

  const proceed = page.getByRole('button', { name: 'Continue' });
  await page.getByLabel('Amount', { exact: true }).fill('200');
  await failNext(page, REGISTER);
  await proceed.click();
  await expect(toastOf(page, 'Failed to register withdrawal')).toBeVisible();
  await loseNext(page, REGISTER);
  await proceed.click();
  await expect(toastOf(page, 'Network error. Please try again.')).toBeVisible();
  await expectNoSecondCall(page, REGISTER, proceed);
  const complete = page.getByRole('button', { name: 'Complete', exact: true });
  await expect(complete).toBeVisible();
  // The one of the lost network made room for it.
  await expectToCoverNothing(page, 'Withdrawal request registered successfully!');

  await failNext(page, '/api/mpesa/b2c');
  await complete.click();
  await expect(toastOf(page, 'Failed to initiate withdrawal')).toBeVisible();
  await loseNext(page, '/api/mpesa/b2c');
  await complete.click();
  await expect(toastOf(page, 'Network error. Please try again.')).toBeVisible();
  const said = await noteToasts(page);
  await expectNoSecondCall(page, '/api/mpesa/b2c', complete, async () => {
    await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeDisabled();
  });
  await expect.poll(said).toContain('Withdrawal initiated successfully!');
  await expect(page.getByRole('heading', { name: 'Money sent' })).toBeVisible();
  await world.sandbox.sms(person.phoneNumber, /KES\s195/u);

  await mpesaBehaves({ b2c: 'fail' });
  await page.getByRole('button', { name: 'New Withdrawal' }).click();
  await page.getByLabel('Amount', { exact: true }).fill('300');
  await proceed.click();
  await complete.click();
  await expect(state(page, 'Canceled')).toBeVisible();
  expect(await colourOf(state(page, 'Canceled'))).toBe('red');
});

test('S500 a step of a withdrawal that was never registered leads back and says why', async ({
  page,
  meet,
}) => {
  await signIn(page, await meet('Zena', 'Hamad'), `${WIZARD}&step=2`);
  await expect(page.getByText('No transaction response available')).toBeVisible();
  await expect(page).toHaveURL(WIZARD);
});

test('S452 a user whose session ended meanwhile is told so, and comes back to what they typed', async ({
  page,
  meet,
  world,
}) => {
  const person = await withWallet(world, meet, 1_000, ['Abel', 'Kiprono']);
  await signIn(page, person, '/dashboard/buy-gifts');
  await fillGift(page, { amount: 450, recipient: newPerson('Baraka', 'Lusweti') });
  await endSessions(world, person);
  await page.getByRole('button', { name: 'Continue to M-PESA' }).click();
  await expect(toastOf(page, 'You must be logged in to make a payment')).toBeVisible();
  await expect(page).toHaveURL('/login?from=%2Fdashboard%2Fbuy-gifts');
  await submitLogin(page, 'Email', person.email);
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('450');

  await page.goto(WIZARD);
  await page.getByLabel('Amount', { exact: true }).fill('200');
  await endSessions(world, person);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(toastOf(page, 'User not authenticated')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?from=/u);
});

test('S464 no list of choices has an empty one', async ({ page, meet }) => {
  await signIn(page, await meet('Chiku', 'Mwadime'), '/dashboard/buy-gifts');
  await page.getByLabel('On a chosen day').check();
  await expectFullChoices(page);
  await page.goto('/dashboard/transactions');
  await expectFullChoices(page);
});

async function expectFullChoices(page: Page): Promise<void> {
  await expect(page.locator('select option').first()).toBeAttached();
  await expect(page.locator('select option[value=""]')).toHaveCount(0);
}

async function expectSteps(page: Page, names: readonly string[]): Promise<void> {
  await expect(page.getByRole('list', { name: 'Step 1 of 3' }).getByRole('listitem')).toHaveText(names);
}

/** While a call is on its way its button takes no second press, and then the call succeeds. */
async function expectNoSecondCall(
  page: Page,
  path: string,
  button: Locator,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const line = await holdCalls(page, path);
  await button.click();
  await expect.poll(line.held).toBe(1);
  const busy = page.locator('button[aria-busy="true"]');
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
  await busy.click({ force: true });
  await busy.press('Enter');
  expect(line.held()).toBe(1);
  await meanwhile();
  line.letThrough();
  await expect(busy).toHaveCount(0);
  await page.unroute(`**${path}`);
}

function state(page: Page, word: string): Locator {
  return page.getByRole('definition').getByText(word, { exact: true });
}

async function colourOf(place: Locator): Promise<'green' | 'red' | 'other'> {
  const colour = await place.evaluate((element) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (canvas === null) return [];
    canvas.fillStyle = getComputedStyle(element).color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  });
  const [red = 0, green = 0] = colour;
  if (green > 1.5 * red) return 'green';
  return red > 1.5 * green ? 'red' : 'other';
}

async function endSessions({ api }: World, person: Person): Promise<void> {
  await api.call(signOutEverywhere, { body: {} }, { bearer: await signInElsewhere(api, person) });
}
