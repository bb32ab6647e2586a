// @vitest-environment happy-dom
import { Link } from '@tanstack/react-router';
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { nairobiDay } from '../../ui/calendar-text.ts';
import { FilterBar } from './filter-bar.tsx';
import type { FilterField } from './filter-bar.tsx';
import { TYPING_PAUSE_MS } from '../../ui/search-field.tsx';
import { latestDays } from './period.ts';
import { drawAt } from './testing/draw-at.tsx';
import { useListFilters } from './use-list-filters.ts';

const FIELDS: readonly FilterField[] = [
  { kind: 'search', placeholder: 'Name or receipt' },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'all', label: 'All states' },
      { value: 'Pending', label: 'Pending' },
    ],
  },
  { kind: 'days' },
  {
    kind: 'choice',
    name: 'type',
    label: 'Type',
    options: [
      { value: 'all', label: 'All types' },
      { value: 'Claim', label: 'Claim' },
      { value: 'Refund', label: 'Refund' },
    ],
  },
  { kind: 'text', name: 'minimumAmount', label: 'At least', placeholder: 'KES', isAmount: true },
];

type Filters = Partial<Record<'search' | 'status' | 'from' | 'to' | 'type' | 'minimumAmount', string>>;

function parse(search: Record<string, unknown>): Filters {
  const set = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== '' && value !== 'all',
  );
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

function List() {
  const { filters, change, clear } = useListFilters(parse);
  return (
    <FilterBar filters={filters} onChange={change} onClear={clear} fields={FIELDS} showText="Show 214" />
  );
}

const openFurther = async (person: ReturnType<typeof drawAt>['person']) => {
  await person.click(await screen.findByRole('button', { name: /^Filter/u }));
  return within(screen.getByRole('dialog', { name: 'Filter' }));
};

test('shows a search field and two filters; a button with a count opens the other filters', async () => {
  drawAt('/?type=Claim&minimumAmount=1000', List);
  expect(await screen.findByRole('searchbox', { name: 'Search' })).toBeDefined();
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'all');
  expect(screen.getByRole('button', { name: 'Period: All days' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Filter 2' })).toBeDefined();
  expect(screen.queryByLabelText('At least')).toBeNull();
});

test('lists set filters that are hidden below the bar, and removes one or all of them', async () => {
  const { person, address } = drawAt('/?status=Pending&type=Claim&minimumAmount=1000', List);
  await person.click(await screen.findByRole('button', { name: 'Remove: At least KES 1,000' }));
  await expect.poll(address).toBe('/?status=Pending&type=Claim');
  expect(screen.getByRole('button', { name: 'Remove: Claim' })).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Clear all' }));
  await expect.poll(address).toBe('/');
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
});

test('applies both of two filters that are set before the next render', async () => {
  const { address } = drawAt('/?type=Claim&status=Pending&minimumAmount=1000', List);
  const [type, amount] = [
    await screen.findByRole('button', { name: 'Remove: Claim' }),
    screen.getByRole('button', { name: 'Remove: At least KES 1,000' }),
  ];
  act(() => {
    type.click();
    amount.click();
  });
  await expect.poll(address).toBe('/?status=Pending');
});

test("a filter typed just before a navigation does not get into the next page's URL", async () => {
  let open = () => {};
  const next = new Promise<void>((resolve) => {
    open = resolve;
  });
  const screens = () => (
    <>
      <List />
      <Link to={'/next' as never}>Next</Link>
    </>
  );
  const { person, address } = drawAt('/', screens, next);
  await person.type(await screen.findByRole('searchbox', { name: 'Search' }), 'Achieng');
  await person.click(screen.getByRole('link', { name: 'Next' }));
  await expect.poll(address).toBe('/next');
  await new Promise((resolve) => setTimeout(resolve, 2 * TYPING_PAUSE_MS));
  expect(address()).toBe('/next');
  open();
});

test('applies a hidden filter at once, and shows the number of results on the button', async () => {
  const { person, address } = drawAt('/', List);
  const filters = await openFurther(person);
  await person.click(filters.getByRole('button', { name: 'Refund' }));
  await expect.poll(address).toBe('/?type=Refund');
  expect(filters.getByRole('button', { name: 'Refund' }).getAttribute('aria-pressed')).toBe('true');
  await person.type(filters.getByLabelText('At least'), '500');
  await expect.poll(address).toBe('/?type=Refund&minimumAmount="500"');
  await person.click(filters.getByRole('button', { name: 'Show 214' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a second click on a chosen option removes the filter', async () => {
  const { person, address } = drawAt('/?type=Claim', List);
  const filters = await openFurther(person);
  await person.click(filters.getByRole('button', { name: 'Claim' }));
  await expect.poll(address).toBe('/');
});

test('sets a preset period with one click', async () => {
  const { person, address } = drawAt('/', List);
  await person.click(await screen.findByRole('button', { name: 'Period: All days' }));
  await person.click(screen.getByRole('button', { name: '7 days' }));
  const { from, to } = latestDays(nairobiDay(new Date()), 7);
  await expect.poll(address).toBe(`/?from=${from}&to=${to}`);
  expect(screen.getByRole('button', { name: 'Period: 7 days' })).toBeDefined();
});

test('sets a period with two clicks in the calendar, in either order, and shows its number of days', async () => {
  const { person, address } = drawAt('/?from=2025-01-10&to=2025-01-12', List);
  await person.click(await screen.findByRole('button', { name: 'Period: 10 Jan 2025 – 12 Jan 2025' }));
  await person.click(await screen.findByRole('button', { name: 'Wed 29 Jan 2025' }));
  await person.click(screen.getByRole('button', { name: 'Wed 15 Jan 2025' }));
  expect(screen.getByLabelText('From')).toHaveProperty('value', '15/01/2025');
  await person.click(screen.getByRole('button', { name: 'Show 15 days' }));
  await expect.poll(address).toBe('/?from=2025-01-15&to=2025-01-29');
});

test('accepts a typed period with one open end, but not one that ends before it starts', async () => {
  const { person, address } = drawAt('/', List);
  await person.click(await screen.findByRole('button', { name: 'Period: All days' }));
  await person.type(screen.getByLabelText('Until'), '31/01/2025');
  await person.type(screen.getByLabelText('From'), '01/02/2025');
  const show = screen.getByRole('button', { name: 'Show' });
  expect(show).toHaveProperty('disabled', true);
  expect(screen.getByText('The first day is later than the last day.')).toBeDefined();
  await person.clear(screen.getByLabelText('From'));
  await person.click(show);
  await expect.poll(address).toBe('/?to=2025-01-31');
});
