import { act, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';

/** Lets `expectFiveSeconds` control the timers of toasts. Call it before the page opens. */
export function stopToasts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
}

/** Asserts that a toast is shown for five seconds and then disappears. */
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
