import { reconciliationItemsCsv, uploadStatement } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareToday, downloadStatement, upload } from '../../../testing/reconciliation-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { workbookOf, workbookNamed } from '../../../testing/workbooks.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system);
});
afterAll(() => system.close());

const HEADINGS = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance';
const textOf = (...lines: string[]) => [HEADINGS, ...lines].join('\n');
const line = (receipt: string, at: string) => `${receipt},${at},Somebody,Completed,50.00,,1`;

test('refuses a statement of another account or another short code', async () => {
  const text = await downloadStatement(system, 'utility');
  const { code } = await upload(system, administrator, { account: 'working', text });
  expect(code).toBe('statement_of_another_account');
  const other = await upload(system, administrator, {
    account: 'utility',
    text: text.replace('600100', '600999'),
  });
  expect(other.code).toBe('statement_of_another_account');
});

test('refuses a statement that does not cover the chosen days, or that has no dates', async () => {
  const text = textOf(line('UKL0000001', '2026-11-18 10:00:00'));
  const days = { from: '2026-11-19', to: '2026-11-19' };
  const outside = await upload(system, administrator, { account: 'collection', text, query: days });
  expect(outside).toMatchObject({ status: 422, code: 'statement_of_another_period' });
  const empty = await upload(system, administrator, { account: 'collection', text: textOf() });
  expect(empty.code).toBe('statement_of_another_period');
  const chosen = await upload(system, administrator, { account: 'collection', text: textOf(), query: days });
  expect(chosen.run).toMatchObject({
    lines: 0,
    from: '2026-11-18T21:00:00.000Z',
    to: '2026-11-19T21:00:00.000Z',
  });
});

test('stores nothing of a statement with unreadable lines, and names them', async () => {
  const before = await system.owner.query('select count(*) from reconciliation_runs');
  const { status, code, fields } = await upload(system, administrator, {
    account: 'collection',
    text: textOf(line('UKL0000002', '2026-11-18 10:00:00'), line('UKL0000003', 'yesterday')),
  });
  expect({ status, code }).toEqual({ status: 422, code: 'statement_unreadable' });
  expect(fields).toEqual([
    { path: 'line 3', message: expect.stringContaining('column “Completion Time”, has “yesterday”') },
  ]);
  expect((await system.owner.query('select count(*) from reconciliation_runs')).rows).toEqual(before.rows);
});

test('reads a statement of twelve thousand lines, and refuses a file above 12 MB', async () => {
  const lines = Array.from({ length: 12_000 }, (_, n) =>
    line(`UKB${String(n).padStart(7, '0')}`, '2026-11-17 10:00:00'),
  );
  const { run } = await upload(system, administrator, { account: 'collection', text: textOf(...lines) });
  expect(run).toMatchObject({ lines: 12_000, paidInCents: 60_000_000, items: { missing_here: 12_000 } });
  const large = await upload(system, administrator, {
    account: 'collection',
    text: 'x'.repeat(12 * 1024 * 1024 + 1),
  });
  expect(large.code).toBe('body_too_large');
});

test('compares a statement from an Excel workbook, and names what to do with an old one', async () => {
  const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const send = async (name: string, type: string) =>
    upload(system, administrator, {
      account: 'collection',
      text: workbookNamed(name),
      mediaType: type,
      query: { fileName: name },
    });
  const { run } = await send('openpyxl.xlsx', mediaType);
  expect(run).toMatchObject({
    lines: 3,
    paidInCents: 20_440,
    withdrawnCents: 2_280,
    fileName: 'openpyxl.xlsx',
  });
  // Windows without Excel knows no media type, and the browser sends the type of CSV.
  expect((await send('openpyxl.xlsx', 'text/csv')).run.runId).toBe(run.runId);
  expect(await send('libreoffice.xls', 'application/vnd.ms-excel')).toMatchObject({
    status: 422,
    code: 'statement_unreadable',
    fields: [{ path: 'file', message: expect.stringContaining('save it as .xlsx or CSV') }],
  });
});

test.each([
  ['lines that M-PESA did not complete, a million of them', 'failed'],
  ['twenty-seven thousand true lines', 'true'],
  ['twenty-seven thousand lines of a workbook', 'workbook'],
])(
  'answers other requests while it reads a statement of 5 MB: %s',
  { timeout: 240_000 },
  async (_name, kind) => {
    const { status, code, run, answers } = await uploadAmongOthers(kind);
    expect(status === 200 ? run?.lines : code).toBe(kind === 'failed' ? 'statement_unreadable' : 27_000);
    expect(answers).toBeGreaterThan(ANSWERS);
  },
);

test.each([
  ['one field without an end', 'field'],
  ['commas alone', 'commas'],
  ['a line of lines in quotes', 'quoted'],
])(
  'refuses 5 MB of %s with less work than valid lines of this size',
  { timeout: 240_000 },
  async (_name, kind) => {
    const { code, workMs } = await uploadAmongOthers(kind);
    expect(code).toBe('statement_unreadable');
    expect(workMs).toBeLessThan((await uploadAmongOthers('true')).workMs / 2);
  },
);

test('accepts only a CSV as a statement, and only from roles that may move money', async () => {
  const url = uploadStatement.path.replace(':account', 'collection');
  const send = (bearer: string, type: string) =>
    system.http.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': type },
      payload: textOf(),
    });
  expect((await send(administrator.bearer, 'application/pdf')).json()).toMatchObject({
    code: 'unsupported_media_type',
  });
  const support = await newAdministrator(system, 'support');
  expect((await send(support.bearer, 'text/csv')).json()).toMatchObject({ code: 'forbidden' });
});

test('streams the CSV export of items, without spreadsheet formulas', async () => {
  await upload(system, administrator, {
    account: 'collection',
    text: textOf('UKL0000009,2026-11-16 10:00:00,=HYPERLINK(1),Completed,50.00,,1'),
  });
  const answer = await system.http.inject({
    url: `${reconciliationItemsCsv.path}?search=UKL0000009`,
    headers: { authorization: `Bearer ${administrator.bearer}` },
  });
  expect(answer.headers['content-disposition']).toMatch(/reconciliation-\d{4}-\d\d-\d\d\.csv/u);
  expect(answer.body).toContain(
    `"UKL0000009","2026-11-16","10:00:00","payment","'=HYPERLINK(1)","","50.00","0.00","50.00"`,
  );
});

test('compares a sandbox day without payments, and stores no item', async () => {
  expect(await compareToday(system, administrator, 'working')).toMatchObject({ lines: 0, openItems: 0 });
});

const SIZE = 5 * 1024 * 1024;
const fill = (text: string) => textOf(text.repeat(Math.floor((SIZE - 200) / text.length)));
const FIVE_MEGABYTES: Record<string, () => string | Buffer> = {
  failed: () => fill(',,,x\n'),
  field: () => fill('a'),
  commas: () => fill(','),
  quoted: () => fill('"\n",'),
  true: () =>
    textOf(
      ...Array.from({ length: 27_000 }, (_, n) =>
        line(`UKC${String(n).padStart(7, '0')}`, '2026-11-15 10:00:00').replace(
          'Somebody',
          'Pay Bill '.repeat(12),
        ),
      ),
    ),
  workbook: () =>
    workbookOf([
      HEADINGS.split(','),
      ...Array.from({ length: 27_000 }, (_, n) =>
        line(`UKD${String(n).padStart(7, '0')}`, '2026-11-14 10:00:00').split(','),
      ),
    ]),
};

/**
 * Least number of answers during an upload. If the file were parsed in one turn of the event loop, only one or two
 * requests would be answered, before and after.
 */
const ANSWERS = 20;

/** Requests `/healthz` repeatedly while a statement is read; also returns the CPU time of the process. */
async function uploadAmongOthers(kind: string) {
  const text = FIVE_MEGABYTES[kind]?.() ?? '';
  let answers = 0;
  let isReading = true;
  const before = process.threadCpuUsage();
  const reading = upload(system, administrator, { account: 'collection', text }).finally(
    () => (isReading = false),
  );
  while (isReading) {
    if ((await system.http.inject({ url: '/healthz' })).statusCode === 200) answers += 1;
    await new Promise(setImmediate);
  }
  const { user, system: inKernel } = process.threadCpuUsage(before);
  return { ...(await reading), answers, workMs: (user + inKernel) / 1_000 };
}
