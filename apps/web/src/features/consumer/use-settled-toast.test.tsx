// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import type { OrderStatus } from '@zawadi/contract/purchases';
import { afterEach, expect, test } from 'vitest';
import { toast, Toaster } from '../../ui/toast.tsx';
import { draw } from '../../ui/testing/dom.tsx';
import { useSettledToast } from './use-settled-toast.ts';

afterEach(() => act(() => toast.clear()));

function Payment({ status }: { status: OrderStatus }) {
  useSettledToast(status, 'Payment completed successfully!');
  return <Toaster />;
}

test('shows one toast at a time: a new toast replaces the previous one', () => {
  const { container } = draw(<Payment status="PENDING" />);
  for (const words of ['One', 'Two', 'Three']) act(() => toast.success(words));
  act(() => toast.error('Four'));
  expect([...container.querySelectorAll('.toast')].map(({ textContent }) => textContent)).toEqual(['Four']);
});

test('a canceled payment dismisses the earlier success toast, but no error toast', () => {
  const { container, rerender } = draw(<Payment status="PENDING" />);
  act(() => toast.success('Payment initiated successfully!'));
  rerender(<Payment status="CANCELED" />);
  expect(container.textContent).toBe('');
  rerender(<Payment status="PENDING" />);
  act(() => toast.error('Payment status not completed'));
  rerender(<Payment status="CANCELED" />);
  expect(container.textContent).toContain('Payment status not completed');
});

test('shows a toast for a payment that completes on the screen, but not for one that was already complete', () => {
  const { container, rerender } = draw(<Payment status="COMPLETED" />);
  expect(container.textContent).toBe('');
  rerender(<Payment status="PENDING" />);
  rerender(<Payment status="COMPLETED" />);
  expect(container.textContent).toContain('Payment completed successfully!');
});
