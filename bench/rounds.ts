import { secondsOfTree } from './cpu.ts';
import { markDisturbed, median, percentile, rounded, watchProcessors } from './samples.ts';
import type { Row } from './table.ts';

/** Result of one round of a case. Latencies are in milliseconds, as the client saw them. */
export type Sample = {
  perSecond: number;
  p50Ms?: number;
  p99Ms?: number;
  failures?: number;
  /** Remark about the last round, for the table. */
  note?: string;
};

export type Case = {
  name: string;
  connections: number;
  target?: { perSecond?: number; p99Ms?: number };
  /**
   * Limit or peer to compare with, measured in the same rounds. By default, the case of this name with the same number
   * of connections.
   */
  beside?: { name: string; connections?: number; ratio?: number };
  /**
   * Number of rounds that are not counted; one by default. Rounds of a second need more, because V8 is still compiling.
   */
  warmUps?: number;
  /**
   * Creates the data that one round uses up, before its measurement.
   * @returns the function to measure, which returns undefined if its data is missing
   */
  prepare: () => Promise<() => Promise<Sample | undefined>>;
};

/**
 * Warm-up rounds of cases that use up 2,000 prepared items in a round. Five rounds are 10,000 items, about as many as
 * the redemptions before their first counted round.
 */
export const WARM_UPS_OF_SHORT_ROUNDS = 5;

/** Cases that are measured in turns, on their own database. */
export type Suite = { cases: Case[]; close: () => Promise<void> };

/** Makes a `prepare` function for a case that uses up no data. */
export function measuring<T>(measure: () => Promise<T>): () => Promise<() => Promise<T>> {
  return () => Promise.resolve(measure);
}

type Round = { sample: Sample; others: number };

/**
 * Measures each case once in every round, so that a disturbance of the machine affects a case and its comparison alike.
 * Returns medians of the rounds; a ratio is the median of the rounds' ratios. Does not count the first rounds, in which
 * V8 has compiled little of the program, unlike in production.
 */
export async function measureInRounds(
  cases: Case[],
  { rounds, say }: { rounds: number; say: (line: string) => void },
): Promise<Row[]> {
  const measured = new Map<string, Round[]>(cases.map((one) => [keyOf(one), []]));
  const warmUps = ({ warmUps: count = 1 }: Case) => count;
  for (let round = 1 - Math.max(...cases.map(warmUps)); round <= rounds; round += 1) {
    for (const one of cases.filter((each) => round > -warmUps(each))) {
      // CPU time of this process and its children belongs to the measurement. Other CPU time is a disturbance.
      const run = await one.prepare();
      const { result, busy } = await watchProcessors([() => secondsOfTree(process.pid)], run);
      if (!result) continue;
      if (round > 0) measured.get(keyOf(one))?.push({ sample: result, others: busy.others });
      say(
        `${round > 0 ? `Round ${round}` : 'Warm-up'}: ${keyOf(one)}: ${rounded(result.perSecond)} per second`,
      );
    }
  }
  return cases.map((one) => rowOf(one, measured));
}

function keyOf({ name, connections }: Pick<Case, 'name' | 'connections'>): string {
  return `${name}, ${connections} at once`;
}

function rowOf(one: Case, measured: ReadonlyMap<string, Round[]>): Row {
  const { name, connections } = one;
  const own = measured.get(keyOf(one)) ?? [];
  const rates = own.map(({ sample }) => sample.perSecond);
  if (rates.length === 0) return { name, connections, perSecond: undefined, note: 'not measured here' };
  const middle = (of: 'p50Ms' | 'p99Ms') => {
    const values = own.flatMap(({ sample }) => sample[of] ?? []);
    return values.length === 0 ? {} : { [of]: median(values) };
  };
  const failures = own.reduce((sum, { sample }) => sum + (sample.failures ?? 0), 0);
  const latencies: Pick<Row, 'p50Ms' | 'p99Ms'> = { ...middle('p50Ms'), ...middle('p99Ms') };
  const row: Row = {
    name,
    connections,
    perSecond: median(rates),
    spread: [Math.min(...rates), Math.max(...rates)],
    ...latencies,
  };
  const note = [
    ...(failures > 0 ? [`${failures} FAILED`] : []),
    ...ratioOf(one, measured),
    ...markDisturbed(own.map(({ others }) => others)),
    ...[own.at(-1)?.sample.note ?? []].flat(),
  ].join('; ');
  return { ...row, ...(one.target && { target: judge(one.target, row) }), ...(note && { note }) };
}

/** Formats the target, and whether the medians reach the target. */
function judge(target: NonNullable<Case['target']>, { perSecond = 0, p99Ms = 0 }: Row): string {
  const words: string[] = [];
  if (target.perSecond !== undefined) words.push(`≥ ${rounded(target.perSecond)}`);
  if (target.p99Ms !== undefined) words.push(`p99 ≤ ${rounded(target.p99Ms)} ms`);
  const isReached = perSecond >= (target.perSecond ?? 0) && p99Ms <= (target.p99Ms ?? Infinity);
  return `${words.join(', ')}${isReached ? '' : ' MISSED'}`;
}

function ratioOf({ connections, beside, ...one }: Case, measured: ReadonlyMap<string, Round[]>): string[] {
  if (!beside) return [];
  const key = keyOf({ name: beside.name, connections: beside.connections ?? connections });
  const own = measured.get(keyOf({ ...one, connections })) ?? [];
  const other = measured.get(key) ?? [];
  // The case to compare with may be missing in some rounds.
  if (other.length !== own.length) return [];
  const ratios = own.map(({ sample }, n) => sample.perSecond / (other[n]?.sample.perSecond ?? Number.NaN));
  const ratio = median(ratios);
  const [least, most] = [percentile(ratios, 0), percentile(ratios, 1)].map((value) => value.toFixed(2));
  const wanted = beside.ratio === undefined ? '' : `, at least ${beside.ratio.toFixed(2)}`;
  const isMissed = beside.ratio !== undefined && ratio < beside.ratio;
  return [
    `× ${ratio.toFixed(2)} (${least} to ${most}) of ${beside.name}${wanted}${isMissed ? ' MISSED' : ''}`,
  ];
}
