// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { updateProfile } from '@zawadi/contract/users-profile';
import { expect, test } from 'vitest';
import { answer, badGateway } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { fieldOf, pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';
import { expectFiveSeconds, stopToasts } from '../../../testing/toasts.ts';

const { open } = pages();

test('S502 shows for five seconds whether the profile was saved', async () => {
  stopToasts();
  const page = await open('/dashboard/profile', { as: consumer(), answers: [badGateway(updateProfile)] });
  await page.press('Edit Profile');
  await page.type({ 'Last name': 'Shee' });
  await page.press('Save Changes');
  await expectFiveSeconds('Failed to update profile. Please try again.');
  expect(fieldOf('Last name').value).toBe('Shee');
  const saved = consumer({ lastName: 'Shee' });
  page.answer(
    answer(updateProfile, emptyAnswer(updateProfile)),
    answer(saved.details.endpoint, saved.details.answer),
  );
  await page.press('Save Changes');
  await expectFiveSeconds('Profile updated successfully');
  expect(screen.getByRole('heading', { name: 'Amina Shee' })).toBeDefined();
});
