import { act, cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach } from 'vitest';

afterEach(cleanup);

/** Draws a part, and a person who types and presses. */
export function draw(part: ReactElement) {
  return { ...render(part), person: userEvent.setup() };
}

/** Widens or narrows the window, which only happy-dom's own interface can. */
export function resizeWindow(width: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
  act(() => happyDOM.setViewport({ width }));
}
