// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { Ban, Eye, Pencil, RotateCcw } from 'lucide-react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ActionMenu } from './action-menu.tsx';
import { draw } from './testing/dom.tsx';
import { withPopovers } from './testing/popover.ts';

withPopovers();

const onSelect = vi.fn<(label: string) => void>();
const ACTIONS = [
  ['View Details', Eye],
  ['Edit Merchant', Pencil],
  ['Suspend', Ban],
  ['Set back', RotateCcw],
] as const;

beforeEach(() => {
  onSelect.mockReset();
});

function open() {
  const { person } = draw(
    <>
      <ActionMenu
        label="Actions for Duka la Juma"
        actions={ACTIONS.map(([label, icon]) => ({ label, icon, onSelect: () => onSelect(label) }))}
      />
      <button type="button">Next row</button>
    </>,
  );
  const button = screen.getByRole('button', { name: 'Actions for Duka la Juma' });
  button.focus();
  return { person, button };
}

const focused = () => document.activeElement?.textContent;

test.each([
  ['{Enter}', 'View Details'],
  [' ', 'View Details'],
  ['{ArrowDown}', 'View Details'],
  ['{ArrowUp}', 'Set back'],
])('the key %s opens the menu and focuses %s', async (key, action) => {
  const { person, button } = open();
  await person.keyboard(key);
  await expect.poll(focused).toBe(action);
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
});

test('arrow keys wrap around, and Home and End select the first and last action', async () => {
  const { person } = open();
  await person.keyboard('{ArrowDown}');
  for (const [key, action] of [
    ['{ArrowDown}', 'Edit Merchant'],
    ['{End}', 'Set back'],
    ['{ArrowDown}', 'View Details'],
    ['{ArrowUp}', 'Set back'],
    ['{ArrowUp}', 'Suspend'],
    ['{Home}', 'View Details'],
  ] as const) {
    await person.keyboard(key);
    expect(focused(), key).toBe(action);
  }
});

test('typed letters select an action, and repeating a letter selects the next one', async () => {
  const { person } = open();
  await person.keyboard('{ArrowDown}');
  const now = vi.spyOn(Date, 'now').mockReturnValue(10_000);
  await person.keyboard('s');
  expect(focused()).toBe('Suspend');
  await person.keyboard('s');
  expect(focused()).toBe('Set back');
  now.mockReturnValue(20_000);
  await person.keyboard('SET');
  expect(focused()).toBe('Set back');
  now.mockReturnValue(30_000);
  await person.keyboard('x');
  expect(focused()).toBe('Set back');
  now.mockReturnValue(40_000);
  await person.keyboard('e');
  expect(focused()).toBe('Edit Merchant');
  now.mockRestore();
});

test('Escape closes the menu and focuses its button', async () => {
  const { person, button } = open();
  await person.keyboard('{ArrowDown}{ArrowDown}{Escape}');
  await expect.poll(() => document.activeElement).toBe(button);
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
  expect(onSelect).not.toHaveBeenCalled();
});

test('Tab closes the menu and moves the focus on from its button', async () => {
  const { person, button } = open();
  await person.keyboard('{ArrowDown}{Tab}');
  expect(focused()).toBe('Next row');
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
});

test('choosing an action closes the menu, restores the focus, and runs the action once', async () => {
  const { person, button } = open();
  onSelect.mockImplementation(() => expect(document.activeElement).toBe(button));
  await person.keyboard('{ArrowDown}s{Enter}');
  expect(onSelect.mock.calls).toEqual([['Suspend']]);
});
