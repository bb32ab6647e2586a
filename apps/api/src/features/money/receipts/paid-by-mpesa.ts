import type { Activity } from '@zawadi/contract';
import { eachPage } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { listActivities, readPerson } from '../wallets/index.ts';
import { movementColumns } from './movement-columns.ts';
import { createTable } from './pdf-table.ts';
import { MM, type Sheet } from './sheet.ts';
import type { statementWords } from './words.ts';

type Words = (typeof statementWords)['en' | 'sw'];
type Line = { date: string; what: string; receipt: string; in: number; out: number; fee: number };

/** Lists gifts that the user paid by M-PESA in these days, and what M-PESA returned; oldest first. */
export async function readPaidByMpesa(
  db: Db,
  of: { userId: string; from: string; to: string },
): Promise<Activity[]> {
  const person = await readPerson(db, of.userId);
  const { from, to } = of;
  const found: Activity[] = [];
  for (const type of ['GIFT_PURCHASE', 'REFUND'] as const) {
    const filters = { type, from, to, status: 'COMPLETED' as const };
    const pages = eachPage(
      (page) => listActivities(db, person, { filters, ...page }),
      ({ place }) => place,
    );
    for await (const page of pages) found.push(...page.map(({ activity }) => activity));
  }
  return found
    .filter(({ wallet }) => wallet === undefined)
    .toSorted((one, other) => one.timestamp.localeCompare(other.timestamp));
}

/** Draws payments by M-PESA with their sums below the wallet's table. Draws nothing if there are none. */
export function drawPaidByMpesa(
  sheet: Sheet,
  top: number,
  { paid, words, dayOf }: { paid: Activity[]; words: Words; dayOf: (moment: Date) => string },
): void {
  if (paid.length === 0) return;
  const lines = paid.map((activity) => lineOf(activity, words, dayOf));
  const sumOf = (name: 'in' | 'out' | 'fee') => lines.reduce((sum, line) => sum + line[name], 0);
  let y = top + 10 * MM;
  if (y + 30 * MM > sheet.bottom) {
    sheet.doc.addPage();
    y = sheet.doc.page.margins.top;
  }
  y = sheet.paragraph(
    words.paidByMpesa,
    { x: sheet.left, y, width: sheet.width },
    { size: 11.5, face: 'strong', tag: 'H2' },
  );
  sheet.group('Table', () => {
    const table = createTable(sheet, y + 3 * MM, movementColumns(words, { feeShare: 0.18 }));
    for (const line of lines) table.add(line);
    const what = words.movements(lines.length);
    table.addTotals({ date: '', what, receipt: '', in: sumOf('in'), out: sumOf('out'), fee: sumOf('fee') });
  });
}

function lineOf(activity: Activity, words: Words, dayOf: (moment: Date) => string): Line {
  const { transactionType, counterparty = '', amount = 0, fee = 0, reference = '', timestamp } = activity;
  const line = { date: dayOf(new Date(timestamp)), receipt: reference };
  return transactionType === 'REFUND'
    ? { ...line, what: words.refundToMpesa, in: amount, out: 0, fee: 0 }
    : { ...line, what: words.giftFor(counterparty), in: 0, out: amount - fee, fee };
}
