// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answering, no, yes } from '../../api/testing/fake-server.ts';
import { draw } from '../../ui/testing/dom.tsx';
import { Toaster } from '../../ui/toast.tsx';
import { VerifyEmailScreen } from './verify-email-screen.tsx';

const TOKEN = 'a'.repeat(43);
const server = answering();

beforeEach(() => {
  server.seen.length = 0;
});

async function confirm() {
  const { person } = open(`/verify-email#token=${TOKEN}`);
  await person.click(await screen.findByRole('button', { name: 'Confirm my address' }));
  return person;
}

function open(address: string) {
  const root = createRootRoute();
  const screenRoute = createRoute({
    getParentRoute: () => root,
    path: '/verify-email',
    component: VerifyEmailScreen,
  });
  const router = createRouter({
    routeTree: root.addChildren([screenRoute]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  return draw(
    <>
      <RouterProvider router={router as never} />
      <Toaster />
    </>,
  );
}

test('asks for the password if the server requires it, and shows a wrong password at its field', async () => {
  server.reply = () => no(401, 'password_required');
  const person = await confirm();
  const field = await screen.findByLabelText('Password');
  expect(server.seen[0]?.body).toEqual({ token: TOKEN });
  await expect.poll(() => document.activeElement).toBe(field);
  server.reply = () => no(422, 'password_wrong');
  await person.type(field, 'maembe{Enter}');
  const sentence = await screen.findByText('no: password_wrong');
  expect(field.getAttribute('aria-describedby')).toContain(sentence.id);
  expect(server.seen[1]?.body).toEqual({ token: TOKEN, password: 'maembe' });
  server.reply = () => yes({});
  await person.click(screen.getByRole('button', { name: 'Confirm my address' }));
  expect(await screen.findByText('Your email is verified.')).toBeDefined();
});

test('shows that a link has expired; after a failed call, the same link can be used again', async () => {
  server.reply = () => no(429, 'too_many_requests');
  const person = await confirm();
  expect(await screen.findByText('Your link still works.')).toBeDefined();
  server.reply = () => no(410, 'verification_link_invalid');
  await person.click(await screen.findByRole('button', { name: 'Confirm my address' }));
  expect(await screen.findByText('no: verification_link_invalid')).toBeDefined();
  await expect.poll(() => screen.queryByRole('button', { name: 'Confirm my address' })).toBeNull();
});

test('offers no further link for an email that another account has verified', async () => {
  server.reply = () => no(409, 'email_has_account');
  await confirm();
  const sentence = await screen.findByText('no: email_has_account');
  expect(sentence.closest('[role=status]')?.textContent).not.toContain('Ask for a new one');
});

test('opened without a token, calls no server, and explains where the link is', async () => {
  open('/verify-email');
  expect(await screen.findByText(/This link is not complete/u)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Confirm my address' })).toBeNull();
  expect(server.seen).toEqual([]);
});
