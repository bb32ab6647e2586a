// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within, waitFor } from '@testing-library/react';
import { makeApiKey, revokeApiKey } from '@zawadi/contract/merchants-api-keys';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { call, sentenceOf, registerStepUpDialog } from '../../api/call.ts';
import { accessToken, answering, no, yes, type Reply } from '../../api/testing/fake-server.ts';
import { storeTokens } from '../../api/token-store.ts';
import { draw } from '../../ui/testing/dom.tsx';
import { askStepUp } from './ask-step-up.tsx';

const server = answering();
registerStepUpDialog(askStepUp);

beforeEach(() => {
  storeTokens({ accessToken: accessToken('owner-1', 'ROLE_MERCHANT'), refreshToken: 'refresh' });
  server.seen.length = 0;
});

function needsProof(...proofs: string[]): Reply {
  const refused = no(409, 'step_up_required');
  return { ...refused, body: { ...Object(refused.body), proofs } };
}

/** A form whose API call needs a step-up. */
function Form() {
  const [name, setName] = useState('');
  const [outcome, setOutcome] = useState('nothing yet');
  const submit = async () => {
    try {
      const { keyId } = await call(makeApiKey, { body: { name, rights: 'redeem' } });
      setOutcome(`made ${keyId}`);
    } catch (error) {
      setOutcome(sentenceOf(error));
    }
  };
  return (
    <form>
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <button type="button" onClick={() => void submit()}>
        Add
      </button>
      <output>{outcome}</output>
    </form>
  );
}

async function askedFor(proofs: string[]) {
  server.reply = ({ body }) => (isProven(body) ? yes({ keyId: 'key-1' }) : needsProof(...proofs));
  const { person } = draw(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
  await person.type(screen.getByLabelText('Name'), 'Till 2');
  await person.click(screen.getByRole('button', { name: 'Add' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Please confirm that it is you' }));
  const press = (name: string) => person.click(dialog.getByRole('button', { name }));
  return { person, dialog, press };
}

const isProven = (body: unknown) => 'otp' in Object(body) || 'password' in Object(body);
const bodies = () => server.seen.map(({ body }) => body);

test('asks for a code, repeats the call with the code, and lets the form continue', async () => {
  const { person, dialog, press } = await askedFor(['otp']);
  await person.type(dialog.getByLabelText('Authentication code'), '123 456');
  await press('Confirm');
  expect(await screen.findByText('made key-1')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodies()).toEqual([
    { name: 'Till 2', rights: 'redeem' },
    { name: 'Till 2', rights: 'redeem', otp: '123 456' },
  ]);
});

test('asks for the password if there is no second factor, and shows a wrong password at the field', async () => {
  const { person, dialog, press } = await askedFor(['password']);
  await press('Confirm');
  expect(await dialog.findByText('Please enter your password')).toBeDefined();
  expect(bodies()).toHaveLength(1);
  server.reply = () => no(409, 'password_wrong');
  const field = dialog.getByLabelText('Your password');
  await person.type(field, 'maembe');
  await press('Confirm');
  expect(await dialog.findByText('no: password_wrong')).toBeDefined();
  server.reply = () => no(429, 'too_many_requests');
  await press('Confirm');
  expect(await dialog.findByText('no: too_many_requests')).toBeDefined();
  expect(field).toHaveProperty('value', 'maembe');
  await press('Cancel');
});

test('a refusal of the call itself closes the dialog and reaches the form', async () => {
  const { person, dialog, press } = await askedFor(['otp']);
  server.reply = () => no(409, 'api_keys_full');
  await person.type(dialog.getByLabelText('Authentication code'), '123456');
  await press('Confirm');
  expect(await screen.findByText('no: api_keys_full')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('sends nothing without a proof; the form reports it and keeps the typed values', async () => {
  const { press } = await askedFor(['otp']);
  await press('Cancel');
  expect(await screen.findByText('You did not confirm that it is you. Nothing has changed.')).toBeDefined();
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Till 2');
  expect(bodies()).toHaveLength(1);
});

test('opens one dialog after the other when several calls need a proof', async () => {
  server.reply = ({ body }) => (isProven(body) ? yes({}) : needsProof('otp'));
  const { person } = draw(<p>page</p>);
  const both = Promise.all(['a', 'b'].map((keyId) => call(revokeApiKey, { params: { keyId } })));
  for (let count = 0; count < 2; count += 1) {
    // Wait for an empty field: the previous dialog shows its code until it has closed.
    const field = await waitFor(() => {
      const empty = screen.getByLabelText('Authentication code');
      expect(empty).toHaveProperty('value', '');
      return empty;
    });
    await person.type(field, '123456');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await person.click(screen.getByRole('button', { name: 'Confirm' }));
  }
  await expect(both).resolves.toEqual([{}, {}]);
});
