import { formatKes, shillingsOf } from '@zawadi/contract';
import { balanceBefore, statement, type StatementEntry } from '../../../ledger/index.ts';
import type { Deps } from '../../../config/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { beginningOfNairobiDay, nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readUser } from '../../access/users/index.ts';
import { account } from '../postings/index.ts';
import { abortOnFailure, colour, createSheet, type Sheet } from './sheet.ts';
import { statementWords } from './words.ts';

const LONGEST_DAYS = 366;
const AT_ONCE = 200;
const ROW = 20;

type Words = (typeof statementWords)['en' | 'sw'];
type Input = { userId: string; from: string; to: string };

/**
 * The wallet from one day to another, as the ledger has it: what it held before, every change with the balance after
 * it, the newest first, and what it held then. Pages are written as they are read.
 * @throws Refusal period_invalid for days in the wrong order or more than a year apart
 */
export async function statementPdf(
  deps: Pick<Deps, 'db' | 'log'>,
  input: Input,
): Promise<PDFKit.PDFDocument> {
  const from = beginningOfNairobiDay(input.from);
  const until = new Date(beginningOfNairobiDay(input.to).getTime() + DAY_MS);
  const days = (until.getTime() - from.getTime()) / DAY_MS;
  if (days < 1 || days > LONGEST_DAYS) throw new Refusal('period_invalid');
  const user = await readUser(deps.db, input.userId);
  if (!user) throw new Refusal('not_found');

  const wallet = { homeId: user.id, account: account.wallet(user.id) };
  const [beforeCents, afterCents] = await Promise.all([
    balanceBefore(deps.db, wallet, from),
    balanceBefore(deps.db, wallet, until),
  ]);
  const words = statementWords[user.language];
  const title = `${words.statement} ${input.from} – ${input.to}`;
  const sheet = createSheet({ size: 'A4', title, language: user.language });
  let y = drawHead(sheet, words, {
    name: `${user.firstName} ${user.lastName}`,
    period: `${input.from} – ${input.to}`,
    beforeCents,
    afterCents,
  });
  const writing = (async () => {
    for await (const entry of entriesOf(deps, wallet, { from, until })) y = drawEntry(sheet, y, words, entry);
    sheet.doc.end();
  })();
  abortOnFailure(deps, sheet.doc, writing);
  return sheet.doc;
}

async function* entriesOf(
  { db }: Pick<Deps, 'db'>,
  wallet: { homeId: string; account: string },
  period: { from: Date; until: Date },
): AsyncGenerator<StatementEntry> {
  let before: string | undefined;
  do {
    const page = await statement(db, wallet, { ...period, before, limit: AT_ONCE });
    yield* page.entries;
    before = page.nextCursor;
  } while (before !== undefined);
}

function drawHead(
  sheet: Sheet,
  words: Words,
  head: { name: string; period: string; beforeCents: bigint; afterCents: bigint },
): number {
  const { left, right, width, line, paragraph, thread } = sheet;
  let y = sheet.letterhead(40);
  y = paragraph(head.name, { x: left, y, width }, { size: 26, face: 'strong' });
  y = paragraph(
    `${words.statement} · ${head.period}`,
    { x: left, y, width },
    { size: 12, color: colour.muted },
  );
  for (const [label, cents] of [
    [words.before, head.beforeCents],
    [words.after, head.afterCents],
  ] as const) {
    y += 18;
    line(label, { x: left, y }, { size: 12, color: colour.muted });
    line(formatKes(shillingsOf(cents)), { x: right, y: y - 2, align: 'right' }, { size: 14, face: 'strong' });
  }
  thread(y + 28);
  return drawColumns(sheet, y + 42, words);
}

function drawColumns({ left, right, line }: Sheet, y: number, words: Words): number {
  const style = { size: 9.5, color: colour.muted };
  line(words.date, { x: left, y }, style);
  line(words.what, { x: left + 110, y }, style);
  line(words.change, { x: right - 90, y, align: 'right' }, style);
  line(words.balance, { x: right, y, align: 'right' }, style);
  return y + ROW;
}

function drawEntry(sheet: Sheet, top: number, words: Words, entry: StatementEntry): number {
  const { doc, left, right, line } = sheet;
  let y = top;
  if (y > doc.page.height - doc.page.margins.bottom - ROW) {
    doc.addPage();
    y = drawColumns(sheet, doc.page.margins.top, words);
  }
  const isGrowth = entry.changeCents > 0n;
  const amount = formatKes(shillingsOf(isGrowth ? entry.changeCents : -entry.changeCents));
  const what = words.kinds[entry.kind] ?? (isGrowth ? words.moneyIn : words.moneyOut);
  const reference = entry.reference === undefined ? '' : ` · ${entry.reference}`;
  line(
    `${nairobiDay(entry.postedAt)} ${nairobiTime(entry.postedAt).slice(0, 5)}`,
    { x: left, y },
    { size: 10.5, color: colour.muted },
  );
  line(what + reference, { x: left + 110, y }, { size: 10.5 });
  line(
    `${isGrowth ? '+' : '−'}${amount}`,
    { x: right - 90, y, align: 'right' },
    { size: 10.5, color: isGrowth ? colour.success : colour.ink },
  );
  line(
    formatKes(shillingsOf(entry.balanceAfterCents ?? 0n)),
    { x: right, y, align: 'right' },
    { size: 10.5 },
  );
  return y + ROW;
}
