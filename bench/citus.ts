import { availableParallelism } from 'node:os';
import { startCitusCluster, type CitusCluster } from '../scripts/distribute/citus-cluster.ts';
import { makePlainDatabase, makeSpreadDatabase, urlsOf } from '../scripts/distribute/spread-database.ts';
import { openNodesLoad, CASES, type NodesLoad } from './citus-load.ts';
import { secondsOfTree } from './cpu.ts';
import { capProcessor } from './processor-cap.ts';
import { markDisturbed, median, rounded, showProcessors, sum, watchProcessors } from './samples.ts';
import type { Row } from './table.ts';

const MOST_NODES = 3;
const ROUNDS = 3;
const WARM_UP_SECONDS = 2;
const SATURATED = 0.9;

type Layout = { name: string; load: NodesLoad; nodePids: number[]; coordinatorPid: number | undefined };
type Sample = { perSecond: number; nodes: number[]; coordinator: number; load: number; others: number };

/**
 * Transfers and redemptions on 1, 2 and 3 database nodes, each of which may use the same share of a processor, beside one
 * PostgreSQL with that share. The coordinator may use what it wants, and what it uses is told apart. Layouts take turns within
 * each round, so that what disturbs the machine disturbs all.
 * @returns undefined where there is no Citus, or processes can't be capped
 */
export async function measureOnNodes(options: {
  share: number;
  seconds: number;
  say: (line: string) => void;
}): Promise<Row[] | undefined> {
  const cluster = await startCitusCluster(MOST_NODES);
  if (cluster === undefined) return undefined;
  const layouts: Layout[] = [];
  try {
    const nodePids = Array.from({ length: MOST_NODES }, (_, n) => cluster.pidOf(n + 1));
    const cap = () => capProcessor(nodePids, options.share);
    const release = cap();
    if (!release) return undefined;
    release();
    options.say('Preparing accounts and vouchers in four databases …');
    // The largest first: roles belong to a server, and reach all of them that a database is on when they are made.
    for (let nodes = MOST_NODES; nodes >= 0; nodes -= 1) layouts.unshift(await prepare(cluster, nodes));
    return await measureInTurns(layouts, { ...options, cap });
  } finally {
    await Promise.all(layouts.map(({ load }) => load.close()));
    cluster.stop();
  }
}

/** @param count of nodes; none is one PostgreSQL without Citus, on the first of them */
async function prepare(cluster: CitusCluster, count: number): Promise<Layout> {
  const database = `bench_${count}`;
  const [coordinator = '', first = ''] = cluster.nodes;
  if (count === 0) await makePlainDatabase(first, database);
  else await makeSpreadDatabase(cluster.nodes.slice(0, count + 1), database);
  const { appUrl } = urlsOf(count === 0 ? first : coordinator, database);
  return {
    name: count === 0 ? 'one PostgreSQL' : `${count} ${count === 1 ? 'node' : 'nodes'}`,
    load: await openNodesLoad(appUrl),
    nodePids: Array.from({ length: Math.max(1, count) }, (_, n) => cluster.pidOf(n + 1)),
    coordinatorPid: count === 0 ? undefined : cluster.pidOf(0),
  };
}

async function measureInTurns(
  layouts: Layout[],
  options: {
    share: number;
    seconds: number;
    say: (line: string) => void;
    cap: () => ReturnType<typeof capProcessor>;
  },
): Promise<Row[]> {
  const { share, seconds, say, cap } = options;
  const samples = new Map<string, Sample[]>();
  for (const one of CASES) {
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const layout of layouts) {
        const key = `${one.name}, ${layout.name}`;
        say(`Round ${round}: ${key} …`);
        // A connection's first queries cost as much as thousands later, and are not what is compared.
        await layout.load.run(one, WARM_UP_SECONDS);
        const release = cap();
        const sample = await measure(layout, () => layout.load.run(one, seconds));
        release?.();
        samples.set(key, [...(samples.get(key) ?? []), sample]);
        say(`Round ${round}: ${key}: ${rounded(sample.perSecond)} per second`);
      }
    }
  }
  return CASES.flatMap((one) => {
    const ofOneNode = samples.get(`${one.name}, 1 node`) ?? [];
    return layouts.map((layout) => {
      const name = `${one.name}, ${layout.name}`;
      const own = samples.get(name) ?? [];
      const perSecond = median(own.map((sample) => sample.perSecond));
      const ratio = perSecond / median(ofOneNode.map((sample) => sample.perSecond));
      return { name, connections: one.connections, perSecond, note: describe(own, share, ratio) };
    });
  });
}

async function measure(layout: Layout, run: () => Promise<number>): Promise<Sample> {
  const { nodePids, coordinatorPid } = layout;
  const pids = [...nodePids, ...(coordinatorPid ? [coordinatorPid] : [])];
  const ofLoad = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  };
  const parts = [ofLoad, ...pids.map((pid) => () => secondsOfTree(pid))];
  const { result: perSecond, busy } = await watchProcessors(parts, run);
  const [load = 0, ...servers] = busy.parts;
  const nodes = servers.slice(0, nodePids.length);
  const coordinator = servers[nodePids.length] ?? 0;
  return { perSecond, nodes, coordinator, load, others: busy.others };
}

function describe(samples: Sample[], share: number, ratio: number): string {
  const rates = samples.map(({ perSecond }) => perSecond);
  const nodes = (samples[0]?.nodes ?? []).map((_, n) => median(samples.map((one) => one.nodes[n] ?? 0)));
  const coordinator = median(samples.map((one) => one.coordinator));
  const load = median(samples.map((one) => one.load));
  const others = Math.max(...samples.map((one) => one.others));
  const perSecond = median(rates);
  const whole = sum(nodes) + coordinator + load + others;
  const micros = (busy: number) => `${Math.round((busy / perSecond) * 1_000_000)} µs`;
  return [
    `× ${ratio.toFixed(2)} of 1 node`,
    `${rounded(Math.min(...rates))} to ${rounded(Math.max(...rates))}`,
    `busy: nodes ${nodes.map(showProcessors).join(' + ')} of ${share} each, coordinator ${showProcessors(coordinator)}, load ${showProcessors(load)}`,
    `CPU of each: nodes ${micros(sum(nodes))}, coordinator ${micros(coordinator)}`,
    ...(sum(nodes) < SATURATED * share * nodes.length ? ['the nodes are not the limit'] : []),
    ...markDisturbed([others]),
    ...(whole >= SATURATED * availableParallelism() ? ['MACHINE FULL'] : []),
  ].join('; ');
}
