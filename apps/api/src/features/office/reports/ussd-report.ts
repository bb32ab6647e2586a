import type { HandlerAnswer, ReportPeriod, ussdReport } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { readUssdFigures } from '../../money/ussd/index.ts';
import { daysOf } from './period.ts';
import type { Table } from './table.ts';

/**
 * Reads the USSD sessions of a period.
 * @throws Refusal `period_reversed`, `period_invalid`
 */
export async function readUssd(db: Db, period: ReportPeriod): Promise<HandlerAnswer<typeof ussdReport>> {
  daysOf(period);
  const { total, days, networks, leftAt } = await readUssdFigures(db, period);
  return { total, days, networks, leftAt };
}

/** A row for each day and network, then a row for each step at which callers left, with their number. */
export async function ussdTable(db: Db, period: ReportPeriod): Promise<Table> {
  daysOf(period);
  const { total, daysAndNetworks, leftAt } = await readUssdFigures(db, period);
  return {
    title: 'USSD sessions',
    headings: [
      'Section',
      'Day',
      'Network',
      'Step',
      'Left',
      'Sessions',
      'Claimed',
      'Withdrawn',
      'Bought',
      'Thanked',
      'Looked up',
      'Refused',
      'Abandoned',
      'Median seconds',
      'With cost',
      'Cost KES',
    ],
    rows: [
      ...daysAndNetworks.map(({ day, networkCode, ...line }) => [
        'By day and network',
        day,
        networkCode,
        '',
        '',
        line.sessions,
        line.claimed,
        line.withdrawn,
        line.bought,
        line.thanked,
        line.lookedUp,
        line.refused,
        line.abandoned,
        line.medianSeconds ?? '',
        line.costed,
        { cents: BigInt(line.costCents) },
      ]),
      ...leftAt.map(({ step, sessions }) => [
        'Left at',
        '',
        '',
        step,
        sessions,
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
      ]),
    ],
    summary: [
      ['Sessions', total.sessions],
      ['Claimed', total.claimed],
      ['Withdrawn', total.withdrawn],
      ['Bought', total.bought],
      ['Cost', { cents: BigInt(total.costCents) }],
    ],
    // Sixteen columns do not fit on a page.
    notOnPaper: ['Section', 'Thanked', 'Looked up', 'Refused', 'Abandoned', 'With cost'],
  };
}
