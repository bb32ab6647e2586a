import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@zawadi/story/free-port';
import { StartUpMistake } from '../start-up-mistake.ts';
import { configureMachine, configureProxy, makePasswords, type Front, type Passwords } from './configure.ts';
import { createNode, end, type DatabaseNode } from './database-node.ts';
import { createNetwork, type Machine } from './machines.ts';
import { findPrograms, type Programs } from './programs.ts';

export type DatabaseCluster = {
  appUrl: string;
  ownerUrl: string;
  /** URL of the current leader. */
  superuserUrl: string;
  nodes: DatabaseNode[];
  /** Machines of `options.others`, in that order. No program runs on them. */
  others: Machine[];
  /** Options with which HAProxy, on any machine, routes to the leader. */
  proxyOptions: string[];
  programs: Programs;
  folder: string;
  logFolder: string;
  /** Waits for a leader and returns its node. */
  leader: () => Promise<DatabaseNode>;
  /** Waits until one node leads, the others follow, and commits wait for them. */
  untilWhole: () => Promise<void>;
  stop: () => Promise<void>;
};

type Member = { name: string; role: string; state: string };

const STARTS_WITHIN_MS = 180_000;
const PREFIX = 'zawadi-ha-';
const ROLES = join(import.meta.dirname, '../../ops/sql/roles.sql');

/**
 * Starts three simulated machines with etcd, Patroni and PostgreSQL behind HAProxy, configured by the files of ops/ha.
 * `stop` removes their data.
 * @param options.web puts HAProxy in front of two APIs as well
 * @param options.others names of further simulated machines, which run no database
 * @throws StartUpMistake if programs are missing
 */
export async function startDatabaseCluster(
  environment: NodeJS.ProcessEnv,
  options: { web?: Front; others?: readonly string[]; say?: (line: string) => void } = {},
): Promise<DatabaseCluster> {
  const { web, others, say = () => undefined } = options;
  const running = new AsyncDisposableStack();
  try {
    removeAbandoned();
    const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
    running.defer(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o755);
    const programs = findPrograms(environment, folder);
    const { HA_ROOT: root } = environment;
    if (root) running.defer(() => rmdirSync(join(root, folder)));
    const logFolder = join(folder, 'logs');
    mkdirSync(logFolder);
    mkdirSync(join(folder, 'bin'));
    const network = createNetwork(others);
    running.defer(network.remove);
    const passwords = makePasswords();
    const nodes = network.machines.map((machine) => {
      const places = configureMachine(machine, { network, passwords, programs, folder });
      return createNode(machine, { programs, places, logFolder });
    });

    say('Starting etcd, Patroni and PostgreSQL on three machines …');
    running.defer(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
    for (const node of nodes) node.start();
    const databasePort = await freePort();
    const proxyOptions = configureProxy(join(folder, 'haproxy.cfg'), {
      network,
      programs,
      databasePort,
      web,
    });
    const proxy = programs.start(
      { program: 'haproxy', args: ['-db', ...proxyOptions] },
      join(logFolder, 'haproxy.log'),
    );
    running.defer(() => end(proxy, 'SIGTERM'));

    const urlOf = (login: string, password: string, database: string) =>
      `postgres://${login}:${password}@127.0.0.1:${databasePort}/${database}`;
    const cluster: DatabaseCluster = {
      appUrl: urlOf('zawadi', passwords.APP, 'zawadi'),
      ownerUrl: urlOf('zawadi_owner', passwords.OWNER, 'zawadi'),
      superuserUrl: urlOf('postgres', passwords.SUPERUSER, 'postgres'),
      nodes,
      others: network.others,
      proxyOptions,
      programs,
      folder,
      logFolder,
      leader: () => untilLed(nodes),
      untilWhole: () => untilWhole(nodes),
      stop: () => running.disposeAsync(),
    };
    for (const { machine, places } of nodes) {
      const script = programs.scriptFor(machine, places.tools);
      writeFileSync(join(folder, 'bin', machine.name), script, { mode: 0o755 });
    }
    await cluster.untilWhole();
    makeRoles(cluster, passwords);
    return cluster;
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

/** Removes the folders of clusters whose process was killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    if (!existsSync(`/proc/${pid}`)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

async function untilLed(nodes: DatabaseNode[]): Promise<DatabaseNode> {
  return eventually('a leader', async () => {
    const members = await ask(nodes);
    const leader = members.find(({ role, state }) => role === 'leader' && state === 'running');
    return nodes.find(({ machine }) => machine.name === leader?.name);
  });
}

async function untilWhole(nodes: DatabaseNode[]): Promise<void> {
  await eventually('a leader and two replicas that commits wait for', async () => {
    const roles = (await ask(nodes)).map(({ role, state }) => `${role} ${state}`).toSorted();
    return roles.join() === 'leader running,quorum_standby streaming,quorum_standby streaming' || undefined;
  });
}

/** Returns Patroni's list of members, from the first node that answers. */
async function ask(nodes: DatabaseNode[]): Promise<Member[]> {
  for (const { machine } of nodes) {
    const answer = await fetch(`http://${machine.address}:8008/cluster`, {
      signal: AbortSignal.timeout(3_000),
    }).catch(() => undefined);
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
  }
  return [];
}

/** Creates the roles as the guide says: psql runs ops/sql/roles.sql over the route of API and worker. */
function makeRoles({ programs, superuserUrl }: DatabaseCluster, { OWNER, APP, BACKUP }: Passwords): void {
  programs.run({
    program: 'psql',
    args: ['--no-psqlrc', '--set=ON_ERROR_STOP=1', '--file=-', superuserUrl],
    input: readFileSync(ROLES, 'utf8'),
    environment: {
      ZAWADI_OWNER_PASSWORD: OWNER,
      ZAWADI_APP_PASSWORD: APP,
      ZAWADI_BACKUP_PASSWORD: BACKUP,
    },
  });
}

async function eventually<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + STARTS_WITHIN_MS; Date.now() < deadline; await pause(200)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new StartUpMistake(`The cluster does not have ${what} after ${STARTS_WITHIN_MS / 1_000} s.`);
}
