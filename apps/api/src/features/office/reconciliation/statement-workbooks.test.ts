import { expect, test } from 'vitest';
import type { Refusal } from '../../../platform/refusal.ts';
import { workbookNamed } from '../../../testing/workbooks.ts';
import { zipFile } from '../../../testing/zip-file.ts';
import { readStatement } from './read-statement.ts';

const workbook = (name: string) => new Blob([new Uint8Array(workbookNamed(name))]);

test.each([
  ['dates in cells, a cover and a hidden sheet before the statement', 'openpyxl.xlsx', '007'],
  ['days from 1904, formulas, texts in cells and styled empty rows', 'xlsxwriter-1904.xlsx', '007'],
  ['what a spreadsheet makes of a CSV', 'libreoffice.xlsx', '7'],
])('reads a statement from a workbook with %s', async (_what, name, second) => {
  const statement = await readStatement(workbook(name));
  expect(statement).toMatchObject({
    shortCode: '600100',
    account: 'collection',
    from: new Date('2026-11-19T21:00:00Z'),
    to: new Date('2026-11-21T21:00:00Z'),
    opening: 100_000n,
    closing: 118_160n,
  });
  expect(statement.lines).toEqual([
    {
      receipt: 'UKK0000001',
      kind: 'payment',
      at: new Date('2026-11-20T10:01:07+03:00'),
      details: `Pay Bill - JANE "JJ" O'DOE`,
      accountNumber: '712345',
      changeCents: 10_240n,
      line: 9,
    },
    {
      receipt: 'UKK0000002',
      kind: 'payment',
      at: new Date('2026-11-20T10:02:00+03:00'),
      details: 'Pay Bill - Wanjikũ & Søn, አማርኛ',
      accountNumber: second,
      changeCents: 10_200n,
      line: 10,
    },
    {
      receipt: 'UKK0000003',
      kind: 'charge',
      at: new Date('2026-11-21T23:59:59+03:00'),
      details: 'Business Payment Charge',
      accountNumber: '',
      changeCents: -2_280n,
      line: 11,
    },
  ]);
});

const withPassword = Buffer.concat([
  workbookNamed('libreoffice.xls').subarray(0, 512),
  Buffer.from('EncryptedPackage', 'utf16le'),
]);

test.each([
  [
    'an old workbook',
    workbook('libreoffice.xls'),
    'This is a workbook of an old Excel (.xls). Please save it as .xlsx or CSV',
  ],
  [
    'an OpenDocument table',
    workbook('libreoffice.ods'),
    'This is not an Excel workbook (.xlsx). Please save it as .xlsx or CSV',
  ],
  [
    'a workbook with a password',
    new Blob([withPassword]),
    'This workbook has a password. Please save it without one, as .xlsx or CSV',
  ],
  [
    'a workbook that was cut off',
    workbook('openpyxl.xlsx').slice(0, 4_000),
    'This Excel file is damaged. Please download it again, or save it as CSV',
  ],
  [
    'a bomb',
    new Blob([zipFile([['_rels/.rels', `<a b="${'x'.repeat(2 ** 21)}"/>`]])]),
    'This workbook is larger than any statement. Please choose fewer days',
  ],
])('refuses %s, and says what to do', async (_what, file, message) => {
  const refusal = await readStatement(file).catch((error: Refusal) => error);
  expect(refusal).toMatchObject({
    code: 'statement_unreadable',
    details: { fields: [{ path: 'file', message }] },
  });
});
