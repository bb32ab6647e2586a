import { expect, test } from 'vitest';
import { LARGEST_BODY_BYTES, maskedBody, maskedText } from './mask-body.ts';

const body = (value: unknown) => JSON.parse(maskedBody(value, { isProblem: false }));

test('keeps numbers, ids, times and texts of safe fields; hides every other text, at any depth', () => {
  const id = '019ab2c4-1111-7222-8333-444455556666';
  const shown = { id, amount: 350, status: 'ACTIVE', expires_at: '2027-06-30', frozen: false, left: null };
  expect(body(shown)).toEqual(shown);
  expect(body({ reciepent: { nmae: 'Asha', phone: 712_000_001, tags: ['a', id] } })).toEqual({
    reciepent: { nmae: '***', phone: '***', tags: ['***', id] },
  });
  expect(body({ code: 'WXYZ-1234-WXYZ-1234', claim_url: 'https://zawadi.example/v/abc' })).toEqual({
    code: '***',
    claim_url: '***',
  });
});

test('keeps code and sentence of an error response', () => {
  const problem = { status: 409, code: 'voucher_used', detail: 'This voucher is already used up.' };
  expect(JSON.parse(maskedBody(problem, { isProblem: true }))).toEqual(problem);
});

test('keeps the harmless parts of a text that contains a code or phone number', () => {
  for (const [text, kept] of [
    ['order 7K3M-9QXT-2RFD-8WZA', 'order ****8WZA'],
    ['7k3m9qxt2rfd8wza', '****8WZA'],
    ['7K3M  9QXT\u00a02RFD - 8WZA', '****8WZA'],
    ['code 7K3M-9QXT-2RFD-8WZA paid', '****PAID'],
    [`${'x'.repeat(190)} 7K3M-9QXT-2RFD-8WZA`, `${'x'.repeat(190)} ****8WZA`],
    ['redeem-019ab2c4-1111-7222-8333-444455556666', 'redeem-019ab2c4-1111-7222-8333-444455556666'],
    ['9f86d081884c7d659a2feaa0c55ad015', '9f86d081884c7d659a2feaa0c55ad015'],
    ['number 1234 5678 9012 3 of a guest', 'number *** of a guest'],
    ['1234567890123', '***'],
    ['order 1234567890124', 'order 1234567890124'],
    ['for 0712000118, +254712000118', 'for ***, ***'],
    ['call 0712 345 678 or +254 712-345-678', 'call *** or ***'],
    ['to asha@duka.example', 'to ***'],
    ['019ab2c4-1111-7222-8333-444455556666', '019ab2c4-1111-7222-8333-444455556666'],
    ['inv-2026-11-23-00017', 'inv-2026-11-23-00017'],
    ['order-2026-11-23-0017', 'order-2026-11-23-0017'],
    [
      'The amount is more than the voucher has left. Please enter a smaller amount.',
      'The amount is more than the voucher has left. Please enter a smaller amount.',
    ],
  ] as const)
    expect.soft(maskedText(text), text).toBe(kept);
});

test('keeps the first rows and the count of a long list, and stays below the size limit', () => {
  const row = { id: '019ab2c4-1111-7222-8333-444455556666', object: 'transaction', status: 'COMPLETED' };
  expect(body({ data: Array.from({ length: 100 }, () => row) }).data).toEqual([row, row, row, '97 more']);
  const wide = Object.fromEntries(
    Array.from({ length: 60 }, (_one, n) => [`${'ŋ'.repeat(90)}${n}`, { reference: 'ŋ'.repeat(400) }]),
  );
  for (const value of [wide, [[[[[[[[wide]]]]]]]], { data: Array.from({ length: 9 }, () => wide) }]) {
    expect(Buffer.byteLength(maskedBody(value, { isProblem: false }))).toBeLessThanOrEqual(
      LARGEST_BODY_BYTES,
    );
  }
});
