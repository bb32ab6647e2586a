import { act, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';

/** Lets the time of toasts be moved by `expectFiveSeconds`, from before the page is opened until the test ends. */
export function stopToasts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
}

/** What a toast says is there for five seconds, and then gone. */
export async function expectFiveSeconds(sentence: string): Promise<void> {
  expect(await screen.findByText(sentence)).toBeDefined();
  act(() => {
    vi.advanceTimersByTime(4_000);
  });
  expect(screen.getByText(sentence)).toBeDefined();
  act(() => {
    vi.advanceTimersByTime(1_000);
  });
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
}
