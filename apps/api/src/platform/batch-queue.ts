export type Lane = number | string;

type QueueOptions<Entry> = {
  /** How many runners may have entries of one lane at once. */
  perLane: number;
  runners: number;
  atOnce: number;
  /** Has a runner take no more than half of those who wait and those it has just worked on. */
  inHalves?: boolean;
  laneOf: (entry: Entry) => Lane;
  /**
   * The same for all entries of a lane. Half of all runners at most have entries of one need, and a quarter entries that need the
   * same several: which of these is silent is not known, and what needs only the others has to go on.
   */
  needsOf: (entry: Entry) => readonly number[];
};

type Taken<Entry> = { lane: Lane; needs: readonly number[]; entries: Entry[] };

/** A queue whose heads are taken, up to `atOnce` of one lane, as soon as one of its runners is free: lanes take turns. */
export function createQueue<Entry>(
  { perLane, runners, atOnce, inHalves = false, laneOf, needsOf }: QueueOptions<Entry>,
  work: (entries: Entry[]) => Promise<void>,
) {
  const lanes = new Map<Lane, Entry[]>();
  const ofLane = new Map<Lane, number>();
  const ofNeed = new Map<number, number>();
  const perNeed = Math.ceil(runners / 2);
  const ofSeveral = new Map<string, number>();
  const perSeveral = Math.ceil(runners / 4);
  let running = 0;
  let isWoken = false;

  async function run(): Promise<void> {
    running += 1;
    for (let taken = take(); taken; taken = take(taken)) {
      const { lane, needs, entries } = taken;
      countAll(lane, needs, 1);
      await work(entries);
      countAll(lane, needs, -1);
    }
    running -= 1;
  }

  function countAll(lane: Lane, needs: readonly number[], change: 1 | -1): void {
    count(ofLane, lane, change);
    for (const need of needs) count(ofNeed, need, change);
    if (needs.length > 1) count(ofSeveral, severalOf(needs), change);
  }

  function take(before?: Taken<Entry>): Taken<Entry> | undefined {
    for (const [lane, queue] of lanes) {
      if (free(lane, queue) === 0) continue;
      const needs = needsOfLane(queue);
      const entries = queue.splice(0, atMost(queue, before?.lane === lane ? before.entries.length : 0));
      lanes.delete(lane);
      if (queue.length > 0) lanes.set(lane, queue);
      return { lane, needs, entries };
    }
    return undefined;
  }

  function atMost(queue: Entry[], before: number): number {
    return !inHalves || before === 0 ? atOnce : Math.min(atOnce, Math.ceil((queue.length + before) / 2));
  }

  function free(lane: Lane, queue: Entry[]): number {
    const needs = needsOfLane(queue);
    const left = needs.map((need) => perNeed - (ofNeed.get(need) ?? 0));
    if (needs.length > 1) left.push(perSeveral - (ofSeveral.get(severalOf(needs)) ?? 0));
    return Math.max(0, Math.min(perLane - (ofLane.get(lane) ?? 0), ...left));
  }

  function needsOfLane([first]: Entry[]): readonly number[] {
    return first ? needsOf(first) : [];
  }

  function wake(): void {
    isWoken = false;
    let batches = 0;
    for (const [lane, queue] of lanes)
      batches += Math.min(Math.ceil(queue.length / atOnce), free(lane, queue));
    for (; batches > 0 && running < runners; batches -= 1) void run();
  }

  function add(entry: Entry): void {
    const lane = laneOf(entry);
    const queue = lanes.get(lane);
    if (queue) queue.push(entry);
    else lanes.set(lane, [entry]);
    if (isWoken || running >= runners) return;
    isWoken = true;
    // After what the event loop has already read from its sockets, so that requests that came together stay so.
    setImmediate(wake);
  }

  return { add };
}

function severalOf(needs: readonly number[]): string {
  return needs.toSorted((one, other) => one - other).join(' ');
}

function count<Key>(counts: Map<Key, number>, key: Key, change: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + change;
  if (next === 0) counts.delete(key);
  else counts.set(key, next);
}
