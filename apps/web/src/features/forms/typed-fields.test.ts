import { email } from '@zawadi/contract/text';
import { expect, test } from 'vitest';
import { emptyFields, isTypedTheSame, problemsOf, problemWith, resolverOf } from './typed-fields.ts';

const typed = { amount: '5,000', fullName: 'Brian Otieno' };

test('going back and forth without a change is the same form, any change makes it another', () => {
  expect(isTypedTheSame(typed, { ...typed })).toBe(true);
  expect(isTypedTheSame(typed, { ...typed, amount: '5,001' })).toBe(false);
});

test('blanks count as empty', () => {
  expect(emptyFields({ amount: ' ', fullName: 'Brian' }, ['amount', 'fullName'])).toEqual({
    amount: 'Please fill in all required fields',
  });
});

test("a field shows the contract's sentence, and nothing when it is valid", () => {
  expect(problemWith(email, 'brian')).toBe('Please enter a valid email address');
  expect(problemWith(email, 'brian@zawadi.test')).toBeUndefined();
  expect(problemsOf({ amount: undefined, email: 'Please' })).toEqual({ email: 'Please' });
});

test('passes a valid form on as typed, and an invalid one not at all', async () => {
  const options = { fields: {}, shouldUseNativeValidation: false } as const;
  const strict = resolverOf<typeof typed>(() => ({ amount: 'Please enter a valid amount' }));
  const lenient = resolverOf<typeof typed>(() => ({}));
  expect(await strict(typed, undefined, options)).toEqual({
    values: {},
    errors: { amount: { type: 'product', message: 'Please enter a valid amount' } },
  });
  expect(await lenient(typed, undefined, options)).toEqual({ values: typed, errors: {} });
});
