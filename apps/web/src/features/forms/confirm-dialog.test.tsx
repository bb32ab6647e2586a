// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CallRefused } from '../../api/call.ts';
import { draw } from '../../ui/testing/dom.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';

function ask(props: Partial<ConfirmDialogProps<string>> = {}) {
  const confirm = vi.fn<(reason: string) => Promise<string>>(async () => 'done');
  const [onDone, onClose] = [vi.fn<(answer: string) => void>(), vi.fn<() => void>()];
  const dialog = (
    <ConfirmDialog
      title="Suspend Duka la Juma?"
      action="Suspend"
      {...{ confirm, onDone, onClose }}
      {...props}
    >
      <p>Nothing is paid until it is active again.</p>
    </ConfirmDialog>
  );
  return {
    ...draw(<QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>),
    confirm,
    onDone,
    onClose,
  };
}

const button = (name: string) => screen.getByRole('button', { name });

test('announces the question and its consequences to screen readers, and runs the action only once', async () => {
  let answer: (answer: string) => void = () => {};
  const confirm = vi.fn<() => Promise<string>>(async () => new Promise((resolve) => (answer = resolve)));
  const { person, onDone } = ask({ confirm });
  expect(screen.getByRole('dialog', { name: 'Suspend Duka la Juma?' })).toBeDefined();
  expect(screen.getByText('Nothing is paid until it is active again.')).toBeDefined();
  await person.dblClick(screen.getByRole('button', { name: 'Suspend' }));
  answer('done');
  await expect.poll(() => onDone.mock.calls[0]?.[0]).toBe('done');
  expect(confirm).toHaveBeenCalledTimes(1);
});

test('does nothing until a required reason is typed, and passes the reason to the action', async () => {
  const { person, confirm } = ask({ reason: 'required' });
  await person.click(button('Suspend'));
  expect(screen.getByRole('alert')).toBeDefined();
  expect(confirm).not.toHaveBeenCalled();
  await person.type(screen.getByLabelText('Reason'), 'Asked for by its owner{Enter}');
  expect(confirm).toHaveBeenCalledWith('Asked for by its owner');
});

test('shows a refusal in the dialog, and keeps the typed values', async () => {
  const { person, onDone, onClose } = ask({
    reason: 'required',
    confirm: async () => {
      throw new CallRefused(409, {
        code: 'merchant_not_active',
        customerMessage: 'It was suspended meanwhile.',
      });
    },
  });
  await person.type(screen.getByLabelText('Reason'), 'Asked for by its owner');
  await person.click(button('Suspend'));
  expect((await screen.findByText('It was suspended meanwhile.')).isConnected).toBe(true);
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Asked for by its owner');
  expect([onDone.mock.calls, onClose.mock.calls]).toEqual([[], []]);
});

test('Cancel changes nothing', async () => {
  const { person, confirm, onClose } = ask();
  await person.click(button('Cancel'));
  expect(onClose).toHaveBeenCalledOnce();
  expect(confirm).not.toHaveBeenCalled();
});

test('labels the safe button as asked, and shows the fallback sentence after a failure without one', async () => {
  const { person, onClose } = ask({
    dismiss: 'Keep it',
    fallback: 'It could not be suspended.',
    confirm: async () => {
      throw new Error('a fault');
    },
  });
  await person.click(button('Suspend'));
  expect((await screen.findByText('It could not be suspended.')).isConnected).toBe(true);
  await person.click(button('Keep it'));
  expect(onClose).toHaveBeenCalledOnce();
});
