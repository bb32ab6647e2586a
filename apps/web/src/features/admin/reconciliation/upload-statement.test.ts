import { expect, test } from 'vitest';
import { withMediaType, problemWithStatement } from './upload-statement.tsx';

test('does not send a statement file that is missing, empty or too large', () => {
  expect(problemWithStatement(undefined)).toBe('Please choose a statement');
  expect(problemWithStatement(new File([], 'empty.csv'))).toBe('This file is empty.');
  const large = new File(['x'.repeat(12 * 1024 * 1024 + 1)], 'large.csv');
  expect(problemWithStatement(large)).toContain('at most 12 MB');
  expect(problemWithStatement(new File(['Receipt No.'], 'utility.csv'))).toBeUndefined();
});

test('sends a file with an unaccepted media type as a CSV, and keeps its name', () => {
  const odd = withMediaType(new File(['Receipt No.'], 'utility.csv', { type: 'application/octet-stream' }));
  expect([odd.type, odd.name]).toEqual(['text/csv', 'utility.csv']);
  expect(withMediaType(new File([''], 'a.csv', { type: 'text/plain' })).type).toBe('text/plain');
  const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  expect(withMediaType(new File([''], 'a.xlsx', { type: workbook })).type).toBe(workbook);
});
