import { act, cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach } from 'vitest';
import { setViewport } from './viewport.ts';

afterEach(cleanup);

/** Renders a component, and returns a simulated user who types and clicks. */
export function draw(part: ReactElement) {
  return { ...render(part), person: userEvent.setup() };
}

/** Resizes the window, and lets React render the change. */
export function resizeWindow(width: number): void {
  act(() => setViewport({ width }));
}
