import { expect, test } from 'vitest';
import { CallRefused } from '../../api/call.ts';
import { proofProblems, refusedField } from './proof-form.ts';

const wrong = 'Invalid verification code';

test.each(['123456', '123 456', 'abcde-fgh1k', 'ABCDEFGHJK'])('“%s” is a code', (otp) => {
  expect(proofProblems({ password: 'x', otp }, true)).toEqual({});
});

test('a password and a code that are missing are said at once', () => {
  const problems = { password: 'Please enter your password', otp: wrong };
  expect(proofProblems({ password: '', otp: '' }, true)).toEqual(problems);
});

test('without a second factor no code is asked for', () => {
  expect(proofProblems({ password: 'x', otp: '' }, false)).toEqual({});
});

test('a refusal about the password or the code belongs to its field, any other to none', () => {
  const refused = (code: string) => refusedField(new CallRefused(409, { code }));
  expect(refused('password_wrong')).toBe('password');
  expect(refused('verification_code_invalid')).toBe('otp');
  expect(refused('wallet_not_empty')).toBeUndefined();
  expect(refusedField(new Error('x'))).toBeUndefined();
});
