import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OPENAPI_FILE, writtenDocument } from './openapi.ts';

test('docs/openapi.json says what the contract says now: npm run openapi writes it again', () => {
  expect(readFileSync(OPENAPI_FILE, 'utf8')).toBe(writtenDocument());
});
