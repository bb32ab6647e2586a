import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newPerson } from '@zawadi/story/people';
import { problemsOn } from './helpers/axe.ts';
import { give } from './helpers/gifts.ts';
import { overflowOf } from './helpers/overflow.ts';
import { enterPin, pickUp } from './helpers/phone.ts';
import { expect, test } from './helpers/test.ts';

const serviceCode = '*384*7262#';

/** Application behind the USSD gateway, with two screens. */
const application = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = new URLSearchParams(Buffer.concat(chunks).toString()).get('text');
    response.end(text === '' ? 'CON 1. My gifts' : 'CON From Amina');
  });
});

test.beforeAll(() => new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve)));
test.afterAll(() => {
  application.closeAllConnections();
  application.close();
});

test('the keypad phone dials a code, replies by keys and keyboard, and ends the session', async ({
  page,
  context,
  sandboxUrl,
  world,
}) => {
  await page.close();
  const { port } = application.address() as AddressInfo;
  const { phoneNumber } = newPerson('Zuri', 'Wambui');
  await world.sandbox.phone(phoneNumber);
  await fetch(`${sandboxUrl}/control/ussd-services`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ serviceCode, callbackUrl: `http://127.0.0.1:${port}/ussd` }),
  });
  for (const [width, theme] of [
    [360, 'light'],
    [1280, 'dark'],
  ] as const) {
    const phone = await pickUp(context, sandboxUrl, phoneNumber);
    await phone.setViewportSize({ width, height: 900 });
    await phone.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    await phone.getByRole('button', { name: 'Keypad phone' }).click();
    const screen = phone.getByRole('status', { name: 'Screen' });
    const input = phone.getByLabel('Code or reply');
    await expect(input).toBeFocused();
    await input.fill('*384*7262#');
    await input.press('Enter');
    await expect(screen).toHaveText('1. My gifts');
    await phone.getByRole('button', { name: '1', exact: true }).click();
    await expect(input).toHaveValue('1');
    expect(await problemsOn(phone)).toEqual([]);
    expect(await overflowOf(phone)).toEqual([]);
    await phone.getByRole('button', { name: 'Call or send' }).click();
    await expect(screen).toHaveText('From Amina');
    await input.press('Escape');
    await expect(screen).toHaveText('Cancelled on the phone.');
    const session = phone.getByRole('tabpanel', { name: 'USSD' });
    await expect(session.getByText('Cut', { exact: true })).toBeVisible();
    await expect(session.getByText('11 of 150')).toBeVisible();
    await input.fill('*1#');
    await input.press('Enter');
    await expect(screen).toHaveText('Connection problem or invalid MMI code.');
    await phone.close();
  }
});

test('a recipient without a smartphone dials the code, adds the gift to a new wallet, has the money in M-PESA and buys a gift', async ({
  page,
  context,
  sandboxUrl,
  world,
  meet,
}) => {
  await page.close();
  const { recipient } = await give(world, meet);
  const phone = await pickUp(context, sandboxUrl, recipient.phoneNumber);
  await phone.getByRole('button', { name: 'Keypad phone' }).click();
  const screen = phone.getByRole('status', { name: 'Screen' });
  const input = phone.getByLabel('Code or reply');
  const reply = async (text: string, next: string | RegExp) => {
    await input.fill(text);
    await input.press('Enter');
    await expect(screen).toContainText(next);
  };
  await reply('*384*44135#', '2. Kiswahili');
  await reply('2', '1. Zawadi zangu');
  await reply('1', '1. Zawadi kutoka kwa Aisha');
  await reply('1', '1. Weka kwenye pochi yangu');
  await reply('1', 'Andika jina lako la kwanza');
  await reply('Brian', 'Andika jina lako la mwisho');
  await reply('Otieno', '1. Nakubali');
  await reply('1', /^Zawadi kutoka kwa Aisha .* iko kwenye pochi yako/u);
  await reply('*384*44135*1#', 'Hakuna zawadi inayosubiri namba hii.');
  const before = (await world.sandbox.phone(recipient.phoneNumber)).balance;
  await reply('00', '2. Pochi yangu');
  await reply('2', '2. Toa pesa');
  await reply('2', 'Andika kiasi cha kutoa');
  await reply('500', 'Chagua PIN ya Zawadi');
  await reply('830592', /^KES 488 zinakwenda 07\d{8} kwa M-PESA/u);
  await expect
    .poll(async () => (await world.sandbox.phone(recipient.phoneNumber)).balance)
    .toBe(before + 488);
  const friend = newPerson('Njeri', 'Kamau').phoneNumber;
  await reply('*384*44135*3#', 'Nani anapata zawadi?');
  await reply(friend, 'Andika jina la mpokeaji');
  await reply('Mama Njeri', 'Andika kiasi unacholipa');
  await reply('200', '1. Heri ya kuzaliwa');
  await reply('1', '1. M-PESA');
  // The prompt may cover the last screen, which announces it, at once.
  await input.fill('1');
  await input.press('Enter');
  await enterPin(phone, '1234');
  await world.sandbox.sms(recipient.phoneNumber, /Mama Njeri/u);
  await world.sandbox.sms(friend, /KES 190/u);
});
