// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { listSupportRequests } from '@zawadi/contract/support-requests';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accessToken, answering, no, yes } from '../../api/testing/fake-server.ts';
import { storeTokens } from '../../api/token-store.ts';
import { resizeWindow } from '../../ui/testing/dom.tsx';
import { ListScreen } from './list-screen.tsx';
import { drawAt } from './testing/draw-at.tsx';
import { useListFilters } from './use-list-filters.ts';
import { usePages } from './use-pages.ts';

const server = answering();
const { innerWidth } = window;
afterEach(() => resizeWindow(innerWidth));
beforeEach(() => storeTokens({ accessToken: accessToken('admin-1', 'ROLE_ADMIN'), refreshToken: 'refresh' }));

function parse({ status }: Record<string, unknown>): { status?: 'OPEN' } {
  return status === 'OPEN' ? { status } : {};
}

function Letters() {
  const { filters, isNarrowed, clear } = useListFilters(parse);
  const list = usePages(listSupportRequests, { queryKey: ['letters', filters], query: filters });
  return (
    <ListScreen
      title="Letters"
      caption="Letters, newest first"
      columns={[{ label: 'Subject', cell: ({ subject }) => subject }]}
      rows={list.data?.pages.flatMap(({ supportRequests }) => supportRequests)}
      rowKey={({ supportRequestId }) => supportRequestId}
      paging={list}
      failed={{ title: 'Failed to load the letters', text: 'No letter is lost.' }}
      none={{ title: 'No letters' }}
      exports={<button type="button">Export CSV</button>}
      found={{ isNarrowed, onShowAll: clear, title: 'No letters found' }}
    />
  );
}

const page = (subjects: string[], nextCursor?: string) =>
  yes({ supportRequests: subjects.map((subject) => ({ supportRequestId: subject, subject })), nextCursor });

test('loads rows page by page, using the cursor of the previous page', async () => {
  server.reply = ({ path }) => (path.includes('cursor=second') ? page(['Late']) : page(['Early'], 'second'));
  const { person } = drawAt('/', Letters);
  await person.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('Late');
  expect(screen.getByText('Early')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('shows that a list is empty; if filters emptied it, offers to show all rows', async () => {
  server.reply = ({ path }) => (path.includes('status=OPEN') ? page([]) : page(['Early']));
  const { person, address } = drawAt('/?status=OPEN', Letters);
  await screen.findByRole('heading', { name: 'No letters found' });
  await person.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText('Early');
  expect(address()).toBe('/');
});

test('an empty list without filters offers none to remove', async () => {
  server.reply = () => page([]);
  drawAt('/', Letters);
  await screen.findByRole('heading', { name: 'No letters' });
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

test('if loading a list fails, explains what is safe, and loads again on request', async () => {
  server.reply = () => no(500, 'internal_error');
  const { person } = drawAt('/', Letters);
  await screen.findByRole('heading', { name: 'Failed to load the letters' });
  expect(screen.getByText('No letter is lost.')).toBeDefined();
  server.reply = () => page(['Early']);
  await person.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('Early');
});

test('shows the export buttons next to the title on desktops, and below the rows on phones', async () => {
  server.reply = () => page(['Early'], 'second');
  drawAt('/', Letters);
  const row = await screen.findByText('Early');
  const isBelowRows = () =>
    row.compareDocumentPosition(screen.getByRole('button', { name: 'Export CSV' })) ===
    Node.DOCUMENT_POSITION_FOLLOWING;
  expect(isBelowRows()).toBe(false);
  resizeWindow(360);
  expect(isBelowRows()).toBe(true);
});
