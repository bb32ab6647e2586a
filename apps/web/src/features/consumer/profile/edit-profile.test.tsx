// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { updateProfile } from '@zawadi/contract/users-profile';
import { expect, test, vi } from 'vitest';
import { answer, badGateway } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { fieldOf, pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

test('S502 a profile that cannot be saved says so, and one that is saved says so for five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
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

async function expectFiveSeconds(sentence: string): Promise<void> {
  expect(await screen.findByText(sentence)).toBeDefined();
  act(() => {
    vi.advanceTimersByTime(4_000);
  });
  expect(screen.getByText(sentence)).toBeDefined();
  act(() => {
    vi.advanceTimersByTime(1_000);
  });
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
}
