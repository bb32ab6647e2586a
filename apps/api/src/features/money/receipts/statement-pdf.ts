import { formatKes, formatMsisdn, shillingsOf, type Activity } from '@zawadi/contract';
import { balanceBefore, statement, type StatementEntry } from '../../../ledger/index.ts';
import type { Deps } from '../../../config/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readUser, shownEmailOf, type UserRecord } from '../../people/users/index.ts';
import { account } from '../../services/postings/index.ts';
import { onPaper, periodOnPaper, signedKes } from './on-paper.ts';
import { movementColumns } from './movement-columns.ts';
import { drawPaidByMpesa, readPaidByMpesa } from './paid-by-mpesa.ts';
import { createTable, type Column } from './pdf-table.ts';
import { drawFigure } from './receipt-pdf.ts';
import { colour, createSheet, MM, type Sheet } from './sheet.ts';
import { readCounterparts, type Counterparts } from './statement-store.ts';
import { statementWords } from './words.ts';

const LONGEST_DAYS = 366;
const AT_ONCE = 200;

type Words = (typeof statementWords)['en' | 'sw'];
type Input = { userId: string; from: string; to: string };

/** A line of the statement; amounts in shillings, absent if not applicable. */
type Line = {
  date: string;
  what: string;
  receipt: string;
  in?: number;
  out?: number;
  fee?: number;
  balance: number;
};

/**
 * Makes a wallet statement for a range of days, from the ledger. It has the opening balance, every change with the
 * balance after it (oldest first), the sums of money in, money out and fees, and the closing balance. Gifts paid by
 * M-PESA, which move no wallet money, follow in a table of their own.
 * @throws Refusal period_reversed for days in the wrong order, period_invalid for more than a year
 */
export async function statementPdf(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: Input,
): Promise<PDFKit.PDFDocument> {
  const from = beginningOfNairobiDay(input.from);
  const until = new Date(beginningOfNairobiDay(input.to).getTime() + DAY_MS);
  const days = (until.getTime() - from.getTime()) / DAY_MS;
  if (days < 1) throw new Refusal('period_reversed');
  if (days > LONGEST_DAYS) throw new Refusal('period_invalid');
  const user = await readUser(deps.db, input.userId);
  if (!user) throw new Refusal('not_found');

  const wallet = { homeId: user.id, account: account.wallet(user.id) };
  const beforeCents = await balanceBefore(deps.db, wallet, from);
  const entries = await entriesOf(deps, wallet, { from, until });
  const heldIn = new Set(entries.map(({ counterAccount }) => counterAccount));
  const counterparts = await readCounterparts(deps.db, { userId: user.id, from, until, heldIn });
  const words = statementWords[user.language];
  const isOfOneYear = input.from.slice(0, 4) === input.to.slice(0, 4);
  const style = isOfOneYear ? 'shortDay' : 'day';
  const dayOf = (moment: Date) => onPaper(moment, style, user.language).replaceAll(' ', '\u00a0');
  const lines = entries.map((entry) => lineOf(entry, { words, counterparts, dayOf }));
  return draw({
    user,
    words,
    lines,
    paid: await readPaidByMpesa(deps.db, input),
    dayOf,
    before: shillingsOf(beforeCents),
    period: input,
    made: deps.clock.now(),
  });
}

/** Reads all ledger entries of the wallet in the range, oldest first. */
async function entriesOf(
  { db }: Pick<Deps, 'db'>,
  wallet: { homeId: string; account: string },
  period: { from: Date; until: Date },
): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = [];
  let before: string | undefined;
  do {
    const page = await statement(db, wallet, { ...period, before, limit: AT_ONCE });
    entries.push(...page.entries);
    before = page.nextCursor;
  } while (before !== undefined);
  return entries.toReversed();
}

function lineOf(
  entry: StatementEntry,
  known: { words: Words; counterparts: Counterparts; dayOf: (moment: Date) => string },
): Line {
  const { words, counterparts, dayOf } = known;
  const { kind, changeCents, counterAccount, reference = '' } = entry;
  const isGrowth = changeCents > 0n;
  const sender = counterparts.senders.get(entry.id);
  const withdrawal = counterparts.withdrawals.get(counterAccount);
  const line = {
    date: dayOf(entry.postedAt),
    what: words.kinds[kind] ?? (isGrowth ? words.moneyIn : words.moneyOut),
    receipt: reference,
    balance: shillingsOf(entry.balanceAfterCents ?? 0n),
  };
  if (withdrawal) {
    const { name, msisdn, receipt, feeCents, wasPaid } = withdrawal;
    const who = [name, formatMsisdn(msisdn).replaceAll(' ', '\u00a0')] as const;
    // A failed withdrawal has no fee: we earn the fee only when M-PESA has paid.
    const fee = isGrowth || !wasPaid ? 0n : feeCents;
    return {
      ...line,
      what: isGrowth ? words.returnedFrom(...who) : words.toMpesa(...who),
      receipt: receipt ?? reference,
      ...(isGrowth ? { in: shillingsOf(changeCents) } : { out: shillingsOf(-changeCents - fee) }),
      ...(fee > 0n && { fee: shillingsOf(fee) }),
    };
  }
  return {
    ...line,
    ...(sender !== undefined && { what: words.giftFrom(sender) }),
    ...(isGrowth ? { in: shillingsOf(changeCents) } : { out: shillingsOf(-changeCents) }),
  };
}

type Statement = {
  user: UserRecord;
  words: Words;
  lines: Line[];
  /** Payments by M-PESA for gifts, and refunds to M-PESA. */
  paid: Activity[];
  dayOf: (moment: Date) => string;
  before: number;
  period: { from: string; to: string };
  made: Date;
};

function draw({ user, words, lines, paid, dayOf, before, period, made }: Statement): PDFKit.PDFDocument {
  const { language } = user;
  const when = periodOnPaper(period, language);
  const sheet = createSheet({ size: 'A4', title: `${words.statement}, ${when}`, language, made });
  const { left, right, line } = sheet;
  const sums = {
    in: sumOf(lines, 'in'),
    out: sumOf(lines, 'out'),
    fee: sumOf(lines, 'fee'),
    balance: lines.at(-1)?.balance ?? before,
  };
  const y = sheet.letterhead(16 * MM, [words.statement, when]);
  line(words.walletOf, { x: left, y }, { size: 9, color: colour.muted, tag: 'H2' });
  const half = { x: left, width: sheet.width / 2 };
  const name = `${user.firstName} ${user.lastName}`;
  const belowName = sheet.paragraph(name, { ...half, y: y + 14 }, { size: 11.5, face: 'strong' });
  const contacts = [user.phoneMsisdn && formatMsisdn(user.phoneMsisdn), shownEmailOf(user)]
    .filter(Boolean)
    .join(', ');
  const belowContacts = sheet.paragraph(contacts, { ...half, y: belowName }, { size: 10.5 });
  const lastDay = onPaper(beginningOfNairobiDay(period.to), 'longDay', language);
  line(
    words.balanceOn(lastDay),
    { x: right, y, align: 'right' },
    { size: 9, color: colour.muted, tag: 'H2' },
  );
  const belowFigure = drawFigure(sheet, { x: right, y: y + 15, align: 'right' }, sums.balance, 28);
  const top = drawStrip(sheet, Math.max(belowContacts, belowFigure) + 5 * MM, [
    [words.before, formatKes(before)],
    [words.in, `+\u00a0${formatKes(sums.in)}`],
    [words.out, signedKes(-sums.out)],
    [words.fees, signedKes(-sums.fee)],
    [words.balance, formatKes(sums.balance)],
  ]);
  let below = top;
  sheet.group('Table', () => {
    const table = createTable(sheet, top + 7 * MM, columnsIn(words));
    table.add(
      { date: dayOf(beginningOfNairobiDay(period.from)), what: words.before, receipt: '', balance: before },
      { color: colour.muted },
    );
    for (const one of lines) table.add(one);
    below = table.addTotals({ date: '', what: words.movements(lines.length), receipt: '', ...sums });
  });
  drawPaidByMpesa(sheet, below, { paid, words, dayOf });
  sheet.finish();
  return sheet.doc;
}

function sumOf(lines: Line[], name: 'in' | 'out' | 'fee'): number {
  return lines.reduce((sum, line) => sum + (line[name] ?? 0), 0);
}

function columnsIn(words: Words): Column<Line>[] {
  return [
    ...movementColumns(words, { feeShare: 0.08 }),
    {
      heading: words.balance,
      text: ({ balance }) => formatKes(balance).replace('KES\u00a0', ''),
      align: 'right',
      share: 0.1,
    },
  ];
}

/**
 * Draws the sums in a row.
 * @returns the y below the row
 */
function drawStrip(sheet: Sheet, y: number, sums: [label: string, value: string][]): number {
  const { doc, left, width, line } = sheet;
  const height = 16 * MM;
  const each = width / sums.length;
  sheet.decorate(() => {
    doc
      .save()
      .roundedRect(left, y, width, height, 2 * MM)
      .clip();
    doc.rect(left + width - each, y, each, height).fill(colour.tint);
    doc.restore();
    doc.lineWidth(0.7).strokeColor(colour.line);
    for (let index = 1; index < sums.length; index += 1) {
      doc
        .moveTo(left + index * each, y)
        .lineTo(left + index * each, y + height)
        .stroke();
    }
    doc
      .lineWidth(0.85)
      .strokeColor(colour.lineStrong)
      .roundedRect(left, y, width, height, 2 * MM)
      .stroke();
  });
  for (const [index, [label, value]] of sums.entries()) {
    const x = left + index * each + 3 * MM;
    const room = each - 6 * MM;
    const size = Math.min(12.5, (12.5 * room) / sheet.widthOf(value, { size: 12.5, face: 'strong' }));
    line(label, { x, y: y + 3 * MM }, { size: 8.5, color: colour.muted });
    line(value, { x, y: y + 3 * MM + 14 }, { size: Math.max(8.5, size), face: 'strong' });
  }
  return y + height;
}
