import { screen } from '@testing-library/react';

/** Waits for a fact of the page, in a list of labels and values, and returns what stands beside its label. */
export async function factOf(label: string | RegExp): Promise<string> {
  const labels = await screen.findAllByText(label, { selector: 'dt' });
  return (labels[0]?.nextElementSibling?.textContent ?? '').replaceAll(/\s+/gu, ' ');
}
