import { act, cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach } from 'vitest';
import { setViewport } from './viewport.ts';

afterEach(cleanup);

/** Draws a part, and a person who types and presses. */
export function draw(part: ReactElement) {
  return { ...render(part), person: userEvent.setup() };
}

/** Widens or narrows the window, and lets the page follow. */
export function resizeWindow(width: number): void {
  act(() => setViewport({ width }));
}
