// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { ApiAccess } from '@zawadi/contract/merchant-api-access';
import { beforeEach, expect, test } from 'vitest';
import { accessToken, answering, yes } from '../../../api/testing/fake-server.ts';
import { storeTokens } from '../../../api/token-store.ts';
import { draw } from '../../../ui/testing/dom.tsx';
import { Toaster } from '../../../ui/toast.tsx';
import { ApiKeySheet } from './api-key-sheet.tsx';

const server = answering();
const access = { apiKey: 'zk_one', secretMadeAt: '2026-11-01T08:00:00.000Z', lastUsedAt: undefined };

beforeEach(() => {
  storeTokens({ accessToken: accessToken('owner-1', 'ROLE_MERCHANT'), refreshToken: 'refresh' });
  server.seen.length = 0;
});

async function regenerate() {
  const { person } = draw(
    <QueryClientProvider client={new QueryClient()}>
      <ApiKeySheet access={access as unknown as ApiAccess} isOwner />
      <Toaster />
    </QueryClientProvider>,
  );
  await person.click(screen.getByRole('button', { name: 'Regenerate secret' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Regenerate the API secret?' }));
  const press = () => person.click(dialog.getByRole('button', { name: 'Regenerate secret' }));
  await press();
  return { person, dialog, press };
}

test('makes a new API secret and shows it', async () => {
  server.reply = () => yes({ apiSecret: 'zs_new' });
  await regenerate();
  expect(await screen.findByDisplayValue('zs_new')).toBeDefined();
  expect(server.seen[0]?.body).toEqual({ apiKey: 'zk_one' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
