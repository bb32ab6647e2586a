import { screen } from '@testing-library/react';

/** Waits for a label in one of the page's lists of facts, and returns its value. */
export async function factOf(label: string | RegExp): Promise<string> {
  const labels = await screen.findAllByText(label, { selector: 'dt' });
  return (labels[0]?.nextElementSibling?.textContent ?? '').replaceAll(/\s+/gu, ' ');
}
