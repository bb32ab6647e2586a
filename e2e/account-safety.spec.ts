import { updateProfile, userDetails } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { expect, test } from './kit/test.ts';

test('whoever did not ask for a new address takes it back from the mail, by a pressed button, and sets a new password', async ({
  page,
  meet,
  world,
}) => {
  const person = await meet('Furaha', 'Mutiso');
  const wanted = { email: `thief.${person.email}`, currentPassword: DEMO_PASSWORD };
  await world.api.call(updateProfile, { body: wanted }, { bearer: person.bearer });
  const [link = ''] = await world.sandbox.mail(person.email, /https?:\S+not-me#token=[\w-]+/u);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible();
  const before = await world.api.call(userDetails, { body: {} }, { bearer: person.bearer });
  expect(before.pendingEmail).toBe(wanted.email);
  await page.getByRole('button', { name: 'This was not me' }).click();
  await expect(page.getByText('Your account is safe.')).toBeVisible();
  await page.getByRole('link', { name: 'Set a new password' }).click();
  await expect(page).toHaveURL('/forgot-password');
});
