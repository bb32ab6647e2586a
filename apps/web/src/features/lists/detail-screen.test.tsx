// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { adminUserDetail } from '@zawadi/contract/admin-users';
import { beforeEach, expect, test } from 'vitest';
import { call } from '../../api/call.ts';
import { accessToken, answering, no, yes } from '../../api/testing/fake-server.ts';
import { storeTokens } from '../../api/token-store.ts';
import { DetailScreen } from './detail-screen.tsx';
import { drawAt } from './testing/draw-at.tsx';

const server = answering();
beforeEach(() => storeTokens({ accessToken: accessToken('admin-1', 'ROLE_ADMIN'), refreshToken: 'refresh' }));

function User() {
  const query = useQuery({
    queryKey: ['user'],
    queryFn: ({ signal }) => call(adminUserDetail, { params: { userId: 'u-1' }, signal }),
  });
  return (
    <DetailScreen
      query={query}
      title="User"
      list={{ to: '/admin/users', label: 'Users' }}
      missing={{ title: 'There is no such user', text: 'No user has this ID.', all: 'All users' }}
      failed={{ title: 'Failed to load this user', text: 'Nothing was changed.' }}
      skeleton={<p>Loading</p>}
    >
      {({ firstName }) => <h1>{firstName}</h1>}
    </DetailScreen>
  );
}

test('shows heading, back link and skeleton while the detail loads, and then the detail', async () => {
  let answer = () => {};
  const waited = new Promise<void>((resolve) => (answer = resolve));
  server.reply = async () => {
    await waited;
    return yes({ firstName: 'Amina' });
  };
  drawAt('/', User);
  expect(await screen.findByRole('heading', { name: 'User' })).toBeDefined();
  expect(screen.getByText('Loading')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Users' })).toHaveProperty('pathname', '/admin/users');
  answer();
  expect(await screen.findByRole('heading', { name: 'Amina' })).toBeDefined();
  expect(screen.queryByText('Loading')).toBeNull();
});

test.each([404, 422])(
  'shows that a record does not exist (status %s), with a link to the list',
  async (status) => {
    server.reply = () => no(status, 'not_found');
    drawAt('/', User);
    expect(await screen.findByRole('heading', { name: 'There is no such user' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'All users' })).toHaveProperty('pathname', '/admin/users');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  },
);

test('if loading fails, explains what is safe, and loads again on request', async () => {
  server.reply = () => no(500, 'internal_error');
  const { person } = drawAt('/', User);
  expect(await screen.findByRole('heading', { name: 'Failed to load this user' })).toBeDefined();
  expect(screen.getByText(/Nothing was changed\./u)).toBeDefined();
  server.reply = () => yes({ firstName: 'Amina' });
  await person.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Amina' })).toBeDefined();
});
