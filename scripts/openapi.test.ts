import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OPENAPI_FILE, writtenDocument } from './openapi.ts';

test('docs/openapi.json matches the contract (npm run openapi updates it)', () => {
  expect(readFileSync(OPENAPI_FILE, 'utf8')).toBe(writtenDocument());
});
