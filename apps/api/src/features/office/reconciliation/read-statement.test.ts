import { wireSampleText } from '@zawadi/mpesa/testing/wire-samples';
import { expect, test } from 'vitest';
import type { Refusal } from '../../../platform/refusal.ts';
import { readStatement } from './read-statement.ts';

const HEADINGS = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance';

function fileOf(...lines: string[]): Blob {
  return new Blob([lines.join('\r\n')]);
}

async function faultsOf(file: Blob): Promise<string[]> {
  const refusal = await readStatement(file).then(
    () => undefined,
    (error: Refusal) => error,
  );
  expect(refusal?.code).toBe('statement_unreadable');
  return refusal?.details.fields?.map(({ message }) => message) ?? [];
}

test('reads a statement’s amounts with separators, signs and currency, and gives charges the receipt of their payment', async () => {
  const { lines } = await readStatement(
    fileOf(
      HEADINGS,
      'UKL0000001,2026-11-20 10:15:00,Pay Bill Online from 254712000001 - AMINA,Completed,"1,234.00",,"5,000.00"',
      'UKL0000002,20-11-2026 10:16:01,Business Payment to 254712000002,Completed,,-975.00,1',
      'UKL0000002,20/11/2026 10:16,Business Payment Charge,Completed,0.00,KES 22.40,1',
    ),
  );
  expect(lines).toMatchObject([
    { receipt: 'UKL0000001', kind: 'payment', changeCents: 123_400n, line: 2 },
    { receipt: 'UKL0000002', kind: 'payment', changeCents: -97_500n, at: new Date('2026-11-20T07:16:01Z') },
    { receipt: 'UKL0000002', kind: 'charge', changeCents: -2_240n, at: new Date('2026-11-20T07:16:00Z') },
  ]);
});

test('reads a statement’s columns by the headings of M-PESA’s organisation portal', async () => {
  const time = '2026-11-20 10:15:00,2026-11-20 10:14:00';
  const { lines } = await readStatement(
    fileOf(
      wireSampleText('statement-headings.csv').trim(),
      `UKL0000001,${time},Pay Bill Online,Completed,50.00,,"5,050.00",true,Pay Bill Online,2547****001,,K7Q2M`,
      `UKL0000002,${time},Business Payment,Completed,,-40.00,"5,010.00",true,Business Payment,2547****002,,`,
    ),
  );
  const at = new Date('2026-11-20T10:15:00+03:00');
  expect(lines).toMatchObject([
    { receipt: 'UKL0000001', at, details: 'Pay Bill Online', changeCents: 5_000n, accountNumber: 'K7Q2M' },
    { receipt: 'UKL0000002', at, details: 'Business Payment', changeCents: -4_000n },
  ]);
});

test('reads a statement’s details above the headings, whatever their labels', async () => {
  const statement = await readStatement(
    fileOf(
      '\ufeffAccount Holder:,ZAWADI',
      'Short Code:,600100',
      'Account:,Utility Account',
      'Time Period:,From 2026-11-20 00:00:00 To 2026-11-21 00:00:00',
      '',
      'RECEIPT NO,Completion Date,Description,Status,Credit,Debit,A/C No.',
      'ukl0000001,2026-11-20 10:15:00,"Pay Bill, by hand",completed,50,,K7Q2M',
    ),
  );
  expect(statement).toMatchObject({
    shortCode: '600100',
    account: 'utility',
    from: new Date('2026-11-19T21:00:00Z'),
    to: new Date('2026-11-20T21:00:00Z'),
    lines: [{ receipt: 'UKL0000001', details: 'Pay Bill, by hand', accountNumber: 'K7Q2M', line: 7 }],
  });
});

test('counts a repeated line of a statement once, and ignores a payment that M-PESA did not complete', async () => {
  const paid = 'UKL0000001,2026-11-20 10:15:00,Pay Bill,Completed,50.00,,1';
  const statement = await readStatement(
    fileOf(HEADINGS, paid, paid, 'UKL0000003,2026-11-20 10:15:00,Pay Bill,Failed,50.00,,1'),
  );
  expect(statement).toMatchObject({ repeatedLines: 1, uncompletedLines: 1 });
  expect(statement.lines).toHaveLength(1);
});

test('rejects a statement with unreadable lines, and names them', async () => {
  const good = 'UKL0000001,2026-11-20 10:15:00,Pay Bill,Completed,50.00,,1';
  expect(
    await faultsOf(
      fileOf(
        HEADINGS,
        good,
        ',2026-11-20 10:15:00,Pay Bill,Completed,50.00,,1',
        'UKL0000004,2026-02-31 10:15:00,Pay Bill,Completed,50.00,,1',
        'UKL0000005,2026-11-20 10:15:00,Pay Bill,Completed,"1,23.00",,1',
        'UKL0000006,2026-11-20 10:15:00,Pay Bill,Completed,,,1',
        'UKL0000007,2026-11-20 10:15:00,Pay Bill,Completed,5,5,1',
      ),
    ),
  ).toEqual([
    'Line 3, column “Receipt No.”, is empty; M-PESA’s receipt belongs here',
    'Line 4, column “Completion Time”, has “2026-02-31 10:15:00”; write the time as 2026-11-28 14:05:00 or 28/11/2026 14:05',
    'Line 5, column “Paid In”, has “1,23.00”; write the amount as 1,234.50',
    'Line 6 moves no money',
    'Line 7 has an amount paid in and one withdrawn',
  ]);
});

test.each([
  ['empty', ''],
  ['of something else', 'Name,Amount\r\nJuma,50'],
  ['binary', '\u0000\u0001\u0002'],
  ['with a quote that never ends', `${HEADINGS}\r\nUKL0000001,"2026`],
])('refuses a statement file that is %s', async (_name, text) => {
  expect(await faultsOf(fileOf(text))).toHaveLength(1);
});

test('stops reading a statement after twenty faults', async () => {
  expect(await faultsOf(fileOf(HEADINGS, ...Array.from({ length: 50 }, () => 'x,y,z')))).toHaveLength(20);
});

test('rejects a statement time with AM/PM, in another zone or before M-PESA existed', async () => {
  const moments = [
    '20/11/2026 02:15 PM',
    '2026-11-20T10:15:00Z',
    '2026-11-20 10:15:00 +00:00',
    '0000-01-01 00:00:00',
    '9999-12-31 10:00:00',
    '2026-11-20 10:15:00 and more',
  ];
  const lines = moments.map((moment, place) => `UKL000000${place},${moment},Pay Bill,Completed,50.00,,1`);
  expect(await faultsOf(fileOf(HEADINGS, ...lines))).toEqual(
    moments.map((moment, place) =>
      expect.stringContaining(`Line ${place + 2}, column “Completion Time”, has “${moment.slice(0, 20)}`),
    ),
  );
  const ours = 'UKL0000001,2026-11-20T10:15:00.000+03:00,Pay Bill,Completed,50.00,,1';
  const { lines: read } = await readStatement(fileOf(HEADINGS, ours));
  expect(read).toMatchObject([{ at: new Date('2026-11-20T07:15:00Z') }]);
});

test('refuses a statement whose sums are too large before anything is stored', async () => {
  const lines = Array.from(
    { length: 10 },
    (_none, place) => `UKL000000${place},2026-11-20 10:15:00,Pay Bill,Completed,"9,999,999,999,999.00",,1`,
  );
  expect(await faultsOf(fileOf(HEADINGS, ...lines))).toEqual([
    'The amounts of this statement are larger than any can be',
  ]);
});

const DETAILS = [
  'Account:,Merchant Account',
  'Opening Balance:,"1,000.00"',
  'Closing Balance:,"1,204.00"',
  HEADINGS,
];
const first = 'UKK0000001,2026-11-20 10:01:00,Pay Bill - JANE DOE,Completed,102.00,,"1,102.00"';
const second = 'UKK0000002,2026-11-20 10:02:00,Pay Bill - JANE DOE,Completed,102.00,,"1,204.00"';

const saved: [string, Blob][] = [
  ['with two kinds of line ends', new Blob([`${DETAILS.join('\r\n')}\r\n${first}\n${second}\r\n`])],
  ['with semicolons by Excel', fileOf(...[...DETAILS, first, second].map(withDelimiter(';')))],
  ['with tabs in UTF-16 by Excel', utf16Of([...DETAILS, first, second].map(withDelimiter('\t')))],
  ['with quotation marks in a name', fileOf(...DETAILS, first.replace('JANE DOE', 'JANE "JJ" DOE'), second)],
  ['with one quotation mark', fileOf(...DETAILS, first.replace('JANE DOE', '5" pipe'), second)],
  [
    'with totals below',
    fileOf(...DETAILS, first, second, 'Total,,,,204.00,0.00,', 'Disclaimer,,Not valid unless stamped,,,,'),
  ],
];

test.each(saved)('reads all lines of a file %s', async (_name, file) => {
  const { lines } = await readStatement(file);
  expect(lines.map(({ receipt, changeCents }) => [receipt, changeCents])).toEqual([
    ['UKK0000001', 10_200n],
    ['UKK0000002', 10_200n],
  ]);
});

test('refuses a file whose balances prove that a line is missing, and names the line before the gap', async () => {
  expect(await faultsOf(fileOf(...DETAILS, second))).toEqual([
    'Lines are missing: 1,000.00 and these lines give 1,102.00, but the closing balance is 1,204.00. The first gap is after line 5. Please download the statement again',
  ]);
  const third = 'UKK0000003,2026-11-20 10:03:00,Pay Bill - JANE DOE,Completed,,-4.00,"1,200.00"';
  const closed = DETAILS.map((line) => line.replace('1,204.00', '1,200.00'));
  expect(await faultsOf(fileOf(...closed, first, third))).toEqual([
    expect.stringContaining('gap is after line 5'),
  ]);
  expect((await readStatement(fileOf(...closed, third, second, first))).lines).toHaveLength(3);
});

test('a cut-out line is noticed without opening and closing balance, and if other changes make up for it', async () => {
  const third = 'UKK0000003,2026-11-20 10:03:00,Pay Bill - JANE DOE,Completed,,-4.00,"1,200.00"';
  const fourth = 'UKK0000004,2026-11-20 10:04:00,Pay Bill - JANE DOE,Completed,,-102.00,"1,098.00"';
  expect(await faultsOf(fileOf(HEADINGS, first, second, fourth))).toEqual([
    'Lines are missing or were changed: line 4 starts from a balance of 1,200.00, at which no other line ends. Please download the statement again',
  ]);
  // Two lines of opposite amounts are missing, so that the sums still fit.
  const fifth = 'UKK0000005,2026-11-20 10:05:00,Pay Bill - JANE DOE,Completed,6.00,,"1,104.00"';
  const closed = DETAILS.map((line) => line.replace('1,204.00', '1,104.00').replace('1,000.00', '998.00'));
  expect((await faultsOf(fileOf(...closed, first, third, fourth, fifth)))[0]).toContain('Lines are missing');
  // M-PESA does not order the lines of one second.
  expect((await readStatement(fileOf(HEADINGS, third, first, second, fourth))).lines).toHaveLength(4);
});

test('refuses a row without receipt and time between two transfers, and many of them at the end', async () => {
  expect(await faultsOf(fileOf(HEADINGS, first, ',,Pay Bill,Completed,5.00,,1', second))).toEqual([
    'Line 3, column “Receipt No.”, is empty; M-PESA’s receipt belongs here',
  ]);
  expect(
    await faultsOf(fileOf(HEADINGS, first, ...Array.from({ length: 11 }, () => 'a,b,c,,1,,1'))),
  ).toHaveLength(11);
});

test('refuses a line with more cells than there are headings', async () => {
  expect(await faultsOf(fileOf(HEADINGS, `${first},${second}`))).toEqual([
    'Line 2 has more cells than there are headings',
  ]);
});

function withDelimiter(delimiter: string): (line: string) => string {
  return (line) => line.replaceAll(/"([^"]*)"|,/gu, (_whole, quoted?: string) => quoted ?? delimiter);
}

function utf16Of(lines: string[]): Blob {
  return new Blob([Uint8Array.of(0xff, 0xfe), Buffer.from(lines.join('\r\n'), 'utf16le')]);
}
