// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { login } from '@zawadi/contract/users';
import { expect, test } from 'vitest';
import { accessToken } from '../../api/testing/fake-server.ts';
import { answer, refusal } from '../../testing/contract-answers.ts';
import { pages } from '../../testing/open-page.tsx';
import { consumer } from '../../testing/people.ts';

const { open } = pages();

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');

test('a refused sign-in keeps what was typed, and the next one goes on', async () => {
  const page = await open('/login', { answers: [refusal(login, 'invalid_credentials')] });
  await page.person.type(email(), 'amina.hassan@example.test');
  await page.person.type(password(), 'not-the-password');
  await page.press('Sign In');
  const toast = within(await screen.findByRole('alert'));
  expect(await toast.findByText(/Login failed. Please check your credentials and try again./u)).toBeDefined();
  expect(toast.getByText(/If you forgot your password, please reset it./u)).toBeDefined();
  expect(page.address()).toBe('/login');
  expect(email().value).toBe('amina.hassan@example.test');
  const amina = consumer();
  page.answer(
    answer(login, {
      accessToken: accessToken(amina.claims.sub, 'ROLE_USER'),
      refreshToken: 'refresh',
      deviceToken: 'device',
    }),
    answer(amina.details.endpoint, amina.details.answer),
  );
  await page.press('Sign In');
  expect(await screen.findByRole('heading', { name: /Welcome back/u })).toBeDefined();
});

test('S15 an empty login says what is missing, field by field', async () => {
  const page = await open('/login');
  await page.press('Sign In');
  expect(await screen.findByText('Please enter your email')).toBeDefined();
  expect(document.activeElement).toBe(email());
  await page.person.type(email(), 'amina');
  await page.press('Sign In');
  expect(await screen.findByText('Please enter a valid email address')).toBeDefined();
  expect(screen.getByText('Please enter your password')).toBeDefined();
  expect(page.sent(login)).toEqual([]);
});
