import { adminLogin, enableTwoFactor, startTwoFactor } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { hire } from './helpers/administrators.ts';
import { letProofsAge } from './helpers/database.ts';
import { overflowOf } from './helpers/overflow.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';
import { totp } from './helpers/totp.ts';

test('ten minutes after the sign-in an administrator confirms with a code before an account is frozen', async ({
  page,
  world,
  meet,
}) => {
  const person = await meet('Akinyi', 'Odero');
  const email = await hire(world, 'administrator');
  const { accessToken: bearer } = await world.api.call(adminLogin, {
    body: { email, password: DEMO_PASSWORD },
  });
  const { secret } = await world.api.call(startTwoFactor, { body: { password: DEMO_PASSWORD } }, { bearer });
  const { recoveryCodes } = await world.api.call(
    enableTwoFactor,
    { body: { otp: totp(secret) } },
    { bearer },
  );

  await page.goto(`/admin/login?from=/admin/users/${person.user.id}`);
  await submitLogin(page, 'Email', email);
  await page.getByLabel('Authentication code').fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Freeze account' }).click();
  await letProofsAge(email, 11);
  const freezing = page.getByRole('dialog', { name: /Freeze/u });
  await freezing.getByLabel('Reason').fill('The phone was stolen');
  await freezing.getByRole('button', { name: /Freeze/u }).click();

  const question = page.getByRole('dialog', { name: 'Please confirm that it is you' });
  const code = question.getByLabel('Authentication code');
  await expect(code).toBeFocused();
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await overflowOf(page)).toEqual([]);
  await code.fill('12');
  await code.press('Enter');
  await expect(question.getByText('Invalid verification code')).toBeVisible();
  await code.fill(totp(secret));
  await code.press('Enter');
  await expect(question.getByText('Invalid verification code')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(freezing.getByLabel('Reason')).toHaveValue('The phone was stolen');
  await expect(freezing.getByText('You did not confirm that it is you. Nothing has changed.')).toBeVisible();
  await freezing.getByRole('button', { name: /Freeze/u }).click();
  await code.fill(totp(secret, 1));
  await code.press('Enter');
  await expect(freezing).toBeHidden();
  await expect(page.getByText('Frozen', { exact: true }).first()).toBeVisible();
});
