import { wireSampleText } from '@zawadi/mpesa/testing/wire-samples';
import { expect, test } from 'vitest';
import type { Refusal } from '../../../platform/refusal.ts';
import { readStatement } from './upload-statement.ts';

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

test('reads amounts with separators, signs and currency, and charges under the receipt of their payment', async () => {
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

test('reads each column by the headings of the organisation portal', async () => {
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

test('reads the file’s own details above the headings, whatever their names', async () => {
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

test('counts a repeated line once, and ignores one that M-PESA did not complete', async () => {
  const paid = 'UKL0000001,2026-11-20 10:15:00,Pay Bill,Completed,50.00,,1';
  const statement = await readStatement(
    fileOf(HEADINGS, paid, paid, 'UKL0000003,2026-11-20 10:15:00,Pay Bill,Failed,50.00,,1'),
  );
  expect(statement).toMatchObject({ repeatedLines: 1, uncompletedLines: 1 });
  expect(statement.lines).toHaveLength(1);
});

test('names unreadable lines, and accepts nothing', async () => {
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
    'Line 3 has no receipt',
    'Line 4 has no completion time',
    'Line 5 has an amount that is no amount',
    'Line 6 moves no money',
    'Line 7 is paid in and withdrawn at once',
  ]);
});

test.each([
  ['empty', ''],
  ['of something else', 'Name,Amount\r\nJuma,50'],
  ['binary', '\u0000\u0001\u0002'],
  ['with a quote that never ends', `${HEADINGS}\r\nUKL0000001,"2026`],
])('refuses a file that is %s', async (_name, text) => {
  expect(await faultsOf(fileOf(text))).toHaveLength(1);
});

test('stops after twenty faults', async () => {
  expect(await faultsOf(fileOf(HEADINGS, ...Array.from({ length: 50 }, () => 'x,y,z')))).toHaveLength(20);
});

test('rejects a time with AM/PM, in another zone or before M-PESA’s years', async () => {
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
    moments.map((_moment, place) => `Line ${place + 2} has no completion time`),
  );
  const ours = 'UKL0000001,2026-11-20T10:15:00.000+03:00,Pay Bill,Completed,50.00,,1';
  const { lines: read } = await readStatement(fileOf(HEADINGS, ours));
  expect(read).toMatchObject([{ at: new Date('2026-11-20T07:15:00Z') }]);
});

test('refuses sums that no account can hold before anything is stored', async () => {
  const lines = Array.from(
    { length: 10 },
    (_none, place) => `UKL000000${place},2026-11-20 10:15:00,Pay Bill,Completed,"9,999,999,999,999.00",,1`,
  );
  expect(await faultsOf(fileOf(HEADINGS, ...lines))).toEqual([
    'The amounts of this statement are larger than any can be',
  ]);
});
