import { secondsOfTree } from './cpu.ts';
import { markDisturbed, median, percentile, rounded, watchProcessors } from './samples.ts';
import type { Row } from './table.ts';

/** What one round of a case measured. Latencies are in milliseconds, as the client saw them. */
export type Sample = {
  perSecond: number;
  p50Ms?: number;
  p99Ms?: number;
  failures?: number;
  /** What is said of the last round. */
  note?: string;
};

export type Case = {
  name: string;
  connections: number;
  /** What the row is to reach. */
  target?: { perSecond?: number; p99Ms?: number };
  /** The limit or peer of the same number of connections, if no other is named: measured in the same rounds. */
  beside?: { name: string; connections?: number; ratio?: number };
  /** Rounds that are not counted; one, if not given. More where a round is over after a second, as the engine goes on compiling. */
  warmUps?: number;
  /**
   * Makes what one round uses up, which is not measured.
   * @returns what is; undefined where what it takes is not there
   */
  prepare: () => Promise<() => Promise<Sample | undefined>>;
};

/**
 * Of cases that use up 2,000 of what was prepared in a round: ten thousand, about as many as there were redemptions before their first
 * round is counted.
 */
export const WARM_UPS_OF_SHORT_ROUNDS = 5;

/** Rows that are measured in turns, on a database of their own. */
export type Suite = { cases: Case[]; close: () => Promise<void> };

/** Of a case that uses nothing up. */
export function measuring<T>(measure: () => Promise<T>): () => Promise<() => Promise<T>> {
  return () => Promise.resolve(measure);
}

type Round = { sample: Sample; others: number };

/**
 * Measures each case once in every round, so that what disturbs the machine for a while disturbs a row and what it is
 * compared with alike. Rows are medians of the rounds; a ratio is the median of the ratios of each round. The first rounds are not
 * counted: the engine has compiled little of the program by then, and a process that serves for days is past that.
 */
export async function measureInRounds(
  cases: Case[],
  { rounds, say }: { rounds: number; say: (line: string) => void },
): Promise<Row[]> {
  const measured = new Map<string, Round[]>(cases.map((one) => [keyOf(one), []]));
  const warmUps = ({ warmUps: count = 1 }: Case) => count;
  for (let round = 1 - Math.max(...cases.map(warmUps)); round <= rounds; round += 1) {
    for (const one of cases.filter((each) => round > -warmUps(each))) {
      // What this process and all that it has started use is no disturbance.
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

/** The target, and whether the medians reach it. */
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
  // The peer may not be there.
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
