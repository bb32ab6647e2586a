import { email } from '@zawadi/contract/text';
import { expect, test } from 'vitest';
import { emptyFields, isTypedTheSame, problemsOf, problemWith, resolverOf } from './typed-fields.ts';

const typed = { amount: '5,000', fullName: 'Brian Otieno' };

test('treats two forms with equal values as the same, and any difference as another form', () => {
  expect(isTypedTheSame(typed, { ...typed })).toBe(true);
  expect(isTypedTheSame(typed, { ...typed, amount: '5,001' })).toBe(false);
});

test('treats a field with only blanks as empty', () => {
  expect(emptyFields({ amount: ' ', fullName: 'Brian' }, ['amount', 'fullName'])).toEqual({
    amount: 'Please fill in all required fields',
  });
});

test("returns the contract's sentence for an invalid value, and nothing for a valid one", () => {
  expect(problemWith(email, 'brian')).toBe('Please enter a valid email address');
  expect(problemWith(email, 'brian@zawadi.test')).toBeUndefined();
  expect(problemsOf({ amount: undefined, email: 'Please' })).toEqual({ email: 'Please' });
});

test('the resolver returns a valid form as typed, and only the errors of an invalid form', async () => {
  const options = { fields: {}, shouldUseNativeValidation: false } as const;
  const strict = resolverOf<typeof typed>(() => ({ amount: 'Please enter a valid amount' }));
  const lenient = resolverOf<typeof typed>(() => ({}));
  expect(await strict(typed, undefined, options)).toEqual({
    values: {},
    errors: { amount: { type: 'product', message: 'Please enter a valid amount' } },
  });
  expect(await lenient(typed, undefined, options)).toEqual({ values: typed, errors: {} });
});
