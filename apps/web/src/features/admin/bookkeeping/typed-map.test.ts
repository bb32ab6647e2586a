import { expect, test } from 'vitest';
import { mapOf, problemsInMap, typedMap } from './typed-map.ts';

const map = {
  accounts: [
    { kind: 'voucher', code: '2010', name: 'Vouchers' },
    { kind: 'wallet', code: '2030', name: 'Wallets' },
  ],
  xeroTaxRate: 'Tax Exempt',
};
const kinds = ['capital', 'voucher', 'wallet'];

test('shows a field for every ledger account, and sends accounts without code and name as unmapped', () => {
  const typed = typedMap(map, kinds);
  expect(typed.accounts.map(({ kind, code }) => [kind, code])).toEqual([
    ['capital', ''],
    ['voucher', '2010'],
    ['wallet', '2030'],
  ]);
  expect(mapOf(typed)).toEqual(map);
  expect(problemsInMap(typed)).toEqual({});
});

test('shows a problem at its own field, even if accounts above it are unmapped', () => {
  const typed = typedMap({ ...map, xeroTaxRate: '' }, kinds);
  const [capital, voucher, wallet] = typed.accounts;
  if (!capital || !voucher || !wallet) throw new Error('no field of this account');
  const errors = problemsInMap({
    ...typed,
    accounts: [capital, { ...voucher, name: '' }, { ...wallet, code: 'far too long a code' }],
  });
  expect(errors.accounts?.[0]).toBeUndefined();
  expect(errors.accounts?.[1]?.name?.message).toBe('Please fill in all required fields');
  expect(errors.accounts?.[2]?.code?.message).toBe('Please use up to 10 letters and digits');
  expect(errors.xeroTaxRate?.message).toBe('Please fill in all required fields');
});
