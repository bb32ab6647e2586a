import { expect, test } from 'vitest';
import { CallRefused } from '../../api/call.ts';
import { proofProblems, refusedField } from './proof-form.ts';

const wrong = 'Invalid verification code';

test.each(['123456', '123 456', 'abcde-fgh1k', 'ABCDEFGHJK'])(
  'accepts “%s” as a code of the second factor',
  (otp) => {
    expect(proofProblems({ password: 'x', otp }, true)).toEqual({});
  },
);

test('reports a missing password and a missing code together', () => {
  const problems = { password: 'Please enter your password', otp: wrong };
  expect(proofProblems({ password: '', otp: '' }, true)).toEqual(problems);
});

test('asks for no code without a second factor', () => {
  expect(proofProblems({ password: 'x', otp: '' }, false)).toEqual({});
});

test('shows a refusal of the password or the code at its field, and other refusals at no field', () => {
  const refused = (code: string) => refusedField(new CallRefused(409, { code }));
  expect(refused('password_wrong')).toBe('password');
  expect(refused('verification_code_invalid')).toBe('otp');
  expect(refused('wallet_not_empty')).toBeUndefined();
  expect(refusedField(new Error('x'))).toBeUndefined();
});
