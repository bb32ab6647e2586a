import type { ReportPeriod, UssdFigures } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { readUssdTotals, type UssdTotal } from './totals-store.ts';

type Group = UssdFigures & { day: string; networkCode: string };

/** The USSD sessions of a period in figures. */
export type UssdPeriod = {
  total: UssdFigures;
  days: (UssdFigures & { day: string })[];
  networks: (UssdFigures & { networkCode: string })[];
  daysAndNetworks: Group[];
  /** Sessions that callers left without a last screen, by the step that they saw last; most first. */
  leftAt: { step: string; sessions: number }[];
};

/** Reads the USSD sessions of a period in figures: by day, by network, and by the step at which callers left. */
export async function readUssdFigures(db: Db, period: ReportPeriod): Promise<UssdPeriod> {
  const totals = await readUssdTotals(db, period);
  const groups = <Key>(keyOf: (total: UssdTotal) => Key) => [...Map.groupBy(totals, keyOf)];
  return {
    total: figuresOf(totals),
    days: groups(({ day }) => day).map(([day, some]) => ({ day, ...figuresOf(some) })),
    networks: groups(({ networkCode }) => networkCode)
      .map(([networkCode, some]) => ({ networkCode, ...figuresOf(some) }))
      .toSorted((left, right) => right.sessions - left.sessions),
    daysAndNetworks: groups(({ day, networkCode }) => `${day} ${networkCode}`).map(([key, some]) => {
      const [day = '', networkCode = ''] = key.split(' ');
      return { day, networkCode, ...figuresOf(some) };
    }),
    leftAt: groups(({ leftAt }) => leftAt)
      .filter(([step]) => step !== '')
      .map(([step, some]) => ({ step, sessions: countOf(some) }))
      .toSorted((left, right) => right.sessions - left.sessions),
  };
}

function figuresOf(totals: readonly UssdTotal[]): UssdFigures {
  const having = (outcome: UssdTotal['outcome']) => countOf(totals.filter((one) => one.outcome === outcome));
  return {
    sessions: countOf(totals),
    claimed: having('claimed'),
    withdrawn: having('withdrawn'),
    bought: having('bought'),
    thanked: having('thanked'),
    lookedUp: having('looked-up'),
    refused: having('refused'),
    abandoned: having('abandoned'),
    medianSeconds: medianOf(totals),
    costed: totals.reduce((sum, { costed }) => sum + costed, 0),
    costCents: Number(totals.reduce((sum, { costCents }) => sum + costCents, 0n)),
  };
}

function countOf(totals: readonly UssdTotal[]): number {
  return totals.reduce((sum, { sessions }) => sum + sessions, 0);
}

/** Returns the duration that half of the sessions do not exceed; undefined without sessions. */
function medianOf(totals: readonly UssdTotal[]): number | undefined {
  const half = countOf(totals) / 2;
  let counted = 0;
  for (const { durationSeconds, sessions } of totals.toSorted(
    (left, right) => left.durationSeconds - right.durationSeconds,
  )) {
    counted += sessions;
    if (counted >= half) return durationSeconds;
  }
  return undefined;
}
