// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { adminListUsers, adminUsersCsv, type ListedUser } from '@zawadi/contract/admin-users';
import { sample } from '@zawadi/contract/example-values';
import { expect, test } from 'vitest';
import { answerBy, file } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const nekesa: ListedUser = {
  userId: sample.id,
  firstName: 'Nekesa',
  lastName: 'Barasa',
  email: 'nekesa@example.test',
  emailVerified: true,
  phoneNumber: '254711000456',
  phoneVerified: true,
  status: 'ACTIVE',
  walletBalance: 950,
  createdAt: '2026-11-20T09:00:00.000Z',
};

/** Fake list: contains Nekesa unless filtered by frozen accounts. */
const list = answerBy(adminListUsers, ({ query: { status } }) => ({
  users: status === 'FROZEN' ? [] : [nekesa],
  total: { count: status === 'FROZEN' ? 0 : 1, isMore: false },
}));

test('S216 finds consumers by name, email, phone or its last digits, and exports the filtered list', async () => {
  const page = await open('/admin/users', {
    as: administrator('support'),
    answers: [list, file(adminUsersCsv, 'users-2026-11-20.csv', 'Nekesa')],
  });
  expect(await screen.findByText('Showing 1 of 1 users')).toBeDefined();
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headings).toEqual(['Name', 'Email', 'Phone', 'Status', 'Joined', 'Wallet']);
  for (const words of ['nekesa@example.test', '0711 000 456', '000456', sample.id]) {
    await page.type({ Search: words });
    await expect
      .poll(() => page.asked(adminListUsers).at(-1)?.replaceAll('+', ' '))
      .toContain(`search=${words}`);
  }
  await page.person.selectOptions(screen.getByLabelText('Status'), 'Frozen');
  expect(await screen.findByText('No users found')).toBeDefined();
  await page.press('Clear filters');
  await expect.poll(page.address).toBe('/admin/users');
  await page.type({ Search: 'nekesa' });
  await expect.poll(page.address).toBe('/admin/users?search=nekesa');
  await page.press('Export CSV');
  await expect.poll(() => page.saved.map(({ name }) => name)).toEqual(['users-2026-11-20.csv']);
  expect(page.asked(adminUsersCsv)).toEqual(['/api/admin/v1/users.csv?search=nekesa']);
  await page.person.click(await screen.findByRole('link', { name: 'Nekesa Barasa' }));
  await expect.poll(page.address).toBe(`/admin/users/${sample.id}`);
});

const LISTS = [
  { path: '/admin/users', choice: 'Status', option: 'FROZEN' },
  { path: '/admin/settings/audit', choice: 'Search', option: 'door' },
  { path: '/admin/transactions', choice: 'Status', option: 'Pending' },
  { path: '/admin/settlements', choice: 'Show', option: 'Processing' },
];

test('applies both of two filters that are set at the same moment, on every list of administrators', async () => {
  for (const { path, choice, option } of LISTS) {
    const page = await open(path, { as: administrator() });
    await page.press(/^(?:Period|Joined):/u);
    const field = await screen.findByLabelText<HTMLInputElement | HTMLSelectElement>(choice);
    const month = await screen.findByRole('button', { name: '30 days' });
    // Change both in one task, so that the page has not yet rendered the first filter.
    act(() => {
      change(field, option);
      month.click();
    });
    await expect.poll(page.address, { message: path }).toMatch(/from="?\d{4}-\d\d-\d\d/u);
    await expect.poll(page.address, { message: path }).toContain(`=${option}`);
    expect(page.address(), path).toMatch(/from="?\d{4}-\d\d-\d\d/u);
  }
});

/** Changes a field as an autofill program does. React notices the change only if its own value setter is bypassed. */
function change(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  const ofSelect = field instanceof HTMLSelectElement;
  const { prototype } = ofSelect ? HTMLSelectElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(ofSelect ? 'change' : 'input', { bubbles: true }));
}
