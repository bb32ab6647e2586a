import { expect, test } from 'vitest';
import { CallFailed, CallRefused } from '../../api/call.ts';
import { placedProblems } from './show-refusal.ts';

const fields = { recipientMsisdn: 'phone', recipientEmail: 'email' } as const;

function refusedAt(...paths: string[]): CallRefused {
  return new CallRefused(422, {
    code: 'validation_failed',
    customerMessage: 'Please check the highlighted fields.',
    fields: paths.map((path) => ({ path, message: `wrong ${path}` })),
  });
}

test('a problem is shown at the field of the form that carries it', () => {
  expect(placedProblems(refusedAt('recipientMsisdn', 'body.recipientEmail'), fields)).toEqual([
    ['phone', 'wrong recipientMsisdn'],
    ['email', 'wrong body.recipientEmail'],
  ]);
});

test('a problem of a field the form does not have is said as a whole, so that nothing is lost', () => {
  expect(placedProblems(refusedAt('recipientMsisdn', 'userId'), fields)).toEqual([]);
});

test('a refusal without fields and a lost network belong to no field', () => {
  expect(placedProblems(refusedAt(), fields)).toEqual([]);
  expect(placedProblems(new CallFailed(), fields)).toEqual([]);
});
