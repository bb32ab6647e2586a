import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { englishAmong, OWN_LANGUAGE, READ } from './english-words.ts';

/**
 * Asserts that the page contains no English, even in closed or folded parts.
 * @param allowed texts typed by people and shops, such as names
 */
export async function expectSwahili(allowed: readonly string[] = []): Promise<void> {
  await waitFor(() => expect(document.querySelectorAll('[aria-busy="true"]')).toHaveLength(0));
  expect(document.documentElement.lang).toBe('sw');
  expect(englishAmong(readOut(), allowed), 'English on the page').toEqual([]);
}

function readOut(): string[] {
  const read = [...document.querySelectorAll('body *')].filter(
    (element) => element.closest(OWN_LANGUAGE) === null,
  );
  return [
    document.title,
    ...read.flatMap((element) => [
      ...[...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data),
      ...READ.map((name) => element.getAttribute(name) ?? ''),
    ]),
  ];
}
