// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { addMember } from '@zawadi/contract/merchants-members';
import { writeToSupport } from '@zawadi/contract/support';
import { beforeEach, expect, test, vi } from 'vitest';
import { accessToken, answering, no, yes } from '../../api/testing/fake-server.ts';
import { storeTokens } from '../../api/token-store.ts';
import { TextField } from '../../ui/field.tsx';
import { draw } from '../../ui/testing/dom.tsx';
import { Toaster } from '../../ui/toast.tsx';
import { useContractForm } from './use-contract-form.ts';

const server = answering();
const onSaved = vi.fn<(signInCode: string) => void>();
const read = vi.fn<() => Promise<number>>(async () => 1);

beforeEach(() => {
  storeTokens({ accessToken: accessToken('owner-1', 'ROLE_MERCHANT'), refreshToken: 'refresh' });
  server.seen.length = 0;
  onSaved.mockClear();
  read.mockClear();
});

function AddMember() {
  useQuery({ queryKey: ['staff'], queryFn: read });
  const { register, submit, isBusy, problemOf } = useContractForm(addMember, {
    schema: addMember.body,
    defaultValues: { name: '', handle: '', staffRole: 'cashier' },
    onSaved: ({ signInCode }) => onSaved(signInCode),
    refresh: [['staff']],
    codes: { handle_taken: 'handle' },
    fallback: 'The account could not be added.',
  });
  return (
    <form noValidate onSubmit={submit}>
      <TextField label="Name" error={problemOf('name')} {...register('name')} />
      <TextField label="Sign-in name" error={problemOf('handle')} {...register('handle')} />
      <button type="submit" disabled={isBusy}>
        Add
      </button>
    </form>
  );
}

async function fillIn() {
  const { person } = draw(
    <QueryClientProvider client={new QueryClient()}>
      <AddMember />
      <Toaster />
    </QueryClientProvider>,
  );
  await person.type(screen.getByLabelText('Name'), 'Juma Oloo');
  await person.type(screen.getByLabelText('Sign-in name'), 'juma');
  await person.click(screen.getByRole('button', { name: 'Add' }));
  return person;
}

const typed = () =>
  ['Name', 'Sign-in name'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);

test('sends the values in the contract’s format, and refetches the queries that they change', async () => {
  server.reply = () => yes({ signInCode: 'DUKA001.juma' });
  await fillIn();
  await expect.poll(() => onSaved.mock.calls).toEqual([['DUKA001.juma']]);
  expect(server.seen[0]?.body).toEqual({
    name: 'Juma Oloo',
    handle: 'JUMA',
    staffRole: 'cashier',
    placeId: null,
  });
  await expect.poll(() => read.mock.calls.length).toBe(2);
});

test('shows an invalid value at its field, and does not send the form', async () => {
  const { person } = draw(
    <QueryClientProvider client={new QueryClient()}>
      <AddMember />
    </QueryClientProvider>,
  );
  await person.click(screen.getByRole('button', { name: 'Add' }));
  await expect.poll(() => screen.queryAllByRole('alert')).toHaveLength(2);
  expect(server.seen).toEqual([]);
});

test('shows a refusal about a field at that field, and keeps the typed values', async () => {
  server.reply = () => no(409, 'handle_taken');
  await fillIn();
  const sentence = await screen.findByText('no: handle_taken');
  expect(sentence.id).toBe(screen.getByLabelText('Sign-in name').getAttribute('aria-describedby'));
  expect(typed()).toEqual(['Juma Oloo', 'juma']);
  expect(onSaved).not.toHaveBeenCalled();
});

test('shows a refusal that concerns no field in a toast, and keeps the typed values', async () => {
  server.reply = () => no(409, 'merchant_not_active');
  await fillIn();
  expect(await screen.findByText('no: merchant_not_active')).toBeDefined();
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBeNull();
  expect(typed()).toEqual(['Juma Oloo', 'juma']);
});

type LetterProps = Pick<
  Parameters<typeof useContractForm<typeof writeToSupport, { subject: string; message: string }, object>>[1],
  'codes' | 'elsewhere'
> & { keep?: () => Promise<void> };

/** Rendered without a query client, as on pages before the sign-in. */
function Letter({ keep = async () => {}, ...placement }: LetterProps) {
  const { register, submit, isBusy, problemOf } = useContractForm(writeToSupport, {
    schema: writeToSupport.body,
    defaultValues: { subject: 'Till', message: 'It does not print.', reference: '' },
    onSaved: keep,
    ...placement,
  });
  return (
    <form aria-label="Letter" noValidate onSubmit={submit}>
      <TextField label="Message" error={problemOf('message')} {...register('message')} />
      <output aria-label="At the form">{problemOf('root')}</output>
      <button type="submit" aria-busy={isBusy}>
        Send
      </button>
    </form>
  );
}

const send = async (props: LetterProps) => {
  const { person } = draw(<Letter {...props} />);
  await person.click(screen.getByRole('button', { name: 'Send' }));
  return person;
};
const atForm = () => screen.getByLabelText('At the form').textContent;

test('can show a refusal that concerns no field at the form, until the next attempt', async () => {
  server.reply = () => no(429, 'too_many_requests');
  const person = await send({ elsewhere: 'root' });
  await expect.poll(atForm).toBe('no: too_many_requests');
  server.reply = () => yes({ supportRequestId: 'one' });
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await expect.poll(atForm).toBe('');
});

test('shows one refusal code at the form, and all other codes in their usual place', async () => {
  const elsewhere = vi.fn<(error: unknown) => void>();
  server.reply = () => no(429, 'too_many_requests');
  const person = await send({ codes: { too_many_requests: 'root' }, elsewhere });
  await expect.poll(atForm).toBe('no: too_many_requests');
  expect(elsewhere).not.toHaveBeenCalled();
  server.reply = () => no(503, 'overloaded');
  await person.click(screen.getByRole('button', { name: 'Send' }));
  await expect.poll(() => elsewhere.mock.calls.length).toBe(1);
  expect(atForm()).toBe('');
});

test('keeps the form busy until the work after the API call is done', async () => {
  let done: (() => void) | undefined;
  server.reply = () => yes({ supportRequestId: 'one' });
  await send({ keep: async () => new Promise((resolve) => (done = resolve)) });
  const isBusy = () => screen.getByRole('button', { name: 'Send' }).getAttribute('aria-busy');
  await expect.poll(() => done).toBeDefined();
  expect(isBusy()).toBe('true');
  done?.();
  await expect.poll(isBusy).toBe('false');
});
