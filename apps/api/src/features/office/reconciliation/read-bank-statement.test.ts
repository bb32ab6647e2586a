import { expect, test } from 'vitest';
import type { Refusal } from '../../../platform/refusal.ts';
import { workbookOf } from '../../../testing/workbooks.ts';
import { readBankStatement } from './read-bank-statement.ts';

const fileOf = (...lines: string[]) => new Blob([lines.join('\r\n')]);

async function refusalOf(file: Blob) {
  const { code, details } = await readBankStatement(file, {}).then(
    () => expect.unreachable(),
    (error: Refusal) => error,
  );
  return { code, messages: details.fields?.map(({ message }) => message) };
}

const KCB = [
  'Account Number:,1234567890',
  'Statement Period:,01/11/2026 to 30/11/2026',
  'Opening Balance:,"10,000.00"',
  '',
  'Transaction Date,Value Date,Transaction Details,Reference,Debit (KES),Credit (KES),Balance (KES)',
];
const LINES = [
  '02-NOV-2026,02-NOV-2026,Cash deposit by owner,FT26306AAAAA,,"5,000.00","15,000.00"',
  '05/11/2026,05/11/2026,Bulk payment BF-20261104-1,FT26309BBBBB,"1,485.00",,"13,515.00"',
  '30-Nov-26,30-Nov-26,Ledger fee,,38.50,,"13,476.50"',
];

test('reads a bank’s statement: days, debits and credits, references, and the balances', async () => {
  const { lines, ...statement } = await readBankStatement(
    fileOf(...KCB, ...LINES, 'Total,,,,"1,523.50","5,000.00",'),
    {},
  );
  expect(statement).toMatchObject({
    from: new Date('2026-11-01T00:00:00+03:00'),
    to: new Date('2026-12-01T00:00:00+03:00'),
    opening: 1_000_000n,
    closing: 1_347_650n,
  });
  expect(
    lines.map(({ at, changeCents, accountNumber, line }) => [at.toJSON(), changeCents, accountNumber, line]),
  ).toEqual([
    ['2026-11-01T21:00:00.000Z', 500_000n, 'FT26306AAAAA', 6],
    ['2026-11-04T21:00:00.000Z', -148_500n, 'FT26309BBBBB', 7],
    ['2026-11-29T21:00:00.000Z', -3_850n, '', 8],
  ]);
});

test.each([
  [
    'a minus before every debit',
    ['-1,485.00', '', '-38.50', ''],
    [500_000n, -148_500n, -3_850n],
    ['13,515.00', '13,476.50'],
  ],
  [
    'a minus before a debit that the bank took back',
    ['1,485.00', '', '-1,485.00', ''],
    [500_000n, -148_500n, 148_500n],
    ['13,515.00', '15,000.00'],
  ],
  [
    'a minus before a credit that the bank took back',
    ['1,485.00', '', '', '-500.00'],
    [500_000n, -148_500n, -50_000n],
    ['13,515.00', '13,015.00'],
  ],
])(
  'reads %s as the balances prove',
  async (_what, [debit, credit, second, taken], changes, [after, last]) => {
    const { lines } = await readBankStatement(
      fileOf(
        ...KCB,
        LINES[0] ?? '',
        `05/11/2026,05/11/2026,Bulk payment,FT1,"${debit}","${credit}","${after}"`,
        `06/11/2026,06/11/2026,Correction,FT1,"${second}","${taken}","${last}"`,
      ),
      {},
    );
    expect(lines.map(({ changeCents }) => changeCents)).toEqual(changes);
  },
);

test('refuses a minus that the balances do not explain, and reads it with an opening balance', async () => {
  const headings = KCB.at(-1) ?? '';
  const oldest = '02-NOV-2026,02-NOV-2026,Bulk payment,FT1,"-1,485.00",,"13,515.00"';
  const next = '30-Nov-26,30-Nov-26,Ledger fee,,38.50,,"13,476.50"';
  const newestFirst = fileOf(headings, next, oldest);
  for (const [file, line] of [
    [fileOf(headings, oldest, next), 2],
    [newestFirst, 3],
  ] as const) {
    const sentence = `The balances do not prove whether the debit of line ${line} was paid or taken back.`;
    expect(await refusalOf(file)).toEqual({
      code: 'statement_unreadable',
      messages: [expect.stringContaining(sentence)],
    });
  }
  const changesAfter = async (opening: string) =>
    (await readBankStatement(fileOf(`Opening Balance:,"${opening}"`, headings, oldest, next), {})).lines.map(
      ({ changeCents }) => changeCents,
    );
  expect(await changesAfter('15,000.00')).toEqual([-148_500n, -3_850n]);
  expect(await changesAfter('12,030.00')).toEqual([148_500n, -3_850n]);
});

test('reads a line whose payee is called Total', async () => {
  const payee = '30-Nov-26,30-Nov-26,Total Energies Ltd,,76.50,,"13,400.00"';
  const { lines, closing } = await readBankStatement(
    fileOf(...KCB, ...LINES, payee, 'Total,,,,"1,600.00","5,000.00",'),
    {},
  );
  expect(lines.at(-1)).toMatchObject({ details: 'Total Energies Ltd', changeCents: -7_650n });
  expect(closing).toBe(1_340_000n);
});

test.each<[string, Blob]>([
  [
    'a workbook with the newest line first and a signed amount',
    new Blob([
      new Uint8Array(
        workbookOf([
          ['Date', 'Narrative', 'Ref No', 'Amount', 'Running Balance'],
          ['30-11-2026', 'Ledger fee', '', '-38.50', '961.50'],
          ['29-11-2026', 'Deposit', 'S1', '1000', '1000 CR'],
        ]),
      ),
    ]),
  ],
  [
    'semicolons, and the opening balance as a line',
    fileOf(
      'Posting Date;Narration;Cheque No;Money Out;Money In;Book Balance',
      '29/11/2026;BALANCE B/F;;;;0.00',
      '29/11/2026;Deposit;S1;;1,000.00;1,000.00',
      '30/11/2026;Ledger fee;;38.50;;961.50',
      'CLOSING BALANCE;;;;;961.50',
    ),
  ],
])('reads a bank’s statement: %s', async (_what, file) => {
  const { lines, opening, closing } = await readBankStatement(file, {});
  expect(new Set(lines.map(({ changeCents }) => changeCents))).toEqual(new Set([100_000n, -3_850n]));
  expect({ opening, closing }).toEqual({ opening: 0n, closing: 96_150n });
});

test('a line that was cut out or changed is noticed, and named', async () => {
  const [first = '', second = '', third = ''] = LINES;
  const [start = '', ...others] = KCB.toReversed();
  // Neither file states a balance above its lines.
  const cut = fileOf(start, first, second, third, '30-Nov-26,30-Nov-26,SMS charge,,5.00,,"13,400.00"');
  expect(await refusalOf(cut)).toEqual({
    code: 'statement_unreadable',
    messages: [
      expect.stringContaining('line 5 starts from a balance of 13,405.00, at which no other line ends'),
    ],
  });
  const without = fileOf(...others.toReversed(), start, first, third);
  expect((await refusalOf(without)).messages).toEqual([
    expect.stringContaining('line 7 starts from a balance of 13,515.00'),
  ]);
  const changed = fileOf(...KCB, first.replace('5,000.00', '6,000.00'), second, third);
  expect((await refusalOf(changed)).code).toBe('statement_unreadable');
});

test('names the columns of an unknown bank, and reads the statement with the columns that a person chose', async () => {
  const file = fileOf(
    'Some Bank Ltd,,,,',
    'Tarehe,Maelezo,Namba,Kiasi,Salio',
    '29/11/2026,Deposit,S1,"1,000.00","1,000.00"',
    '30/11/2026,Ledger fee,,-38.50,961.50',
  );
  expect(await refusalOf(file)).toEqual({
    code: 'statement_columns_unknown',
    messages: ['Tarehe', 'Maelezo', 'Namba', 'Kiasi', 'Salio'],
  });
  const chosen = {
    dateColumn: 'Tarehe',
    detailsColumn: 'Maelezo',
    referenceColumn: 'Namba',
    amountColumn: 'Kiasi',
    balanceColumn: 'Salio',
  };
  const { lines, closing } = await readBankStatement(file, chosen);
  expect(lines.map(({ accountNumber }) => accountNumber)).toEqual(['S1', '']);
  expect(closing).toBe(96_150n);
});

test.each([
  ['without a balance column', ['Date,Details,Debit,Credit', '29/11/2026,Deposit,,10']],
  ['of something else', ['Name,Amount', 'Juma,50']],
  [
    'whose balances are none',
    ['Date,Details,Debit,Credit,Balance', '29/11/2026,A,,10,1', '29/11/2026,B,,10,1'],
  ],
  ['with a month first', ['Date,Details,Debit,Credit,Balance', '11/29/2026,Deposit,,10,10']],
])('refuses a bank’s statement %s', async (_what, lines) => {
  expect((await refusalOf(fileOf(...lines))).code).toBe('statement_unreadable');
});
