import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Machine, Network } from './machines.ts';
import type { Programs } from './programs.ts';

const OPS = join(import.meta.dirname, '../../ops');
const ADDRESSES = ['10.0.0.11', '10.0.0.12', '10.0.0.13'];

const LOGINS = ['REST', 'SUPERUSER', 'REPLICATION', 'REWIND', 'OWNER', 'APP', 'BACKUP'] as const;

export type Passwords = Record<(typeof LOGINS)[number], string>;

/**
 * Paths of one machine's files. Three machines share this computer, so their files cannot have their standard paths.
 */
export type Places = {
  etcd: Record<string, string>;
  patroni: string;
  data: string;
  sockets: string;
  /** Environment in which patronictl, pgbackrest and psql find the machine's files. */
  tools: Record<string, string>;
};

/** Replaces texts in a file of ops/. @throws Error if the file lacks a text to replace */
export function withReplaced(
  text: string,
  replacements: readonly (readonly [from: string, to: string])[],
): string {
  return replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the configuration lacks "${from}"`);
    return result.replaceAll(from, to);
  }, text);
}

export function makePasswords(): Passwords {
  const passwords = LOGINS.map((login) => [login, randomBytes(18).toString('hex')]);
  return Object.fromEntries(passwords) as Passwords;
}

/** Makes a folder that the programs may write to. */
export function makeFolder({ user }: Programs, path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o755 });
  if (user) chownSync(path, user.uid, user.gid);
  return path;
}

/** Writes the files of ops/ha for one machine into the machine's folder. */
export function configureMachine(
  machine: Machine,
  context: { network: Network; passwords: Passwords; programs: Programs; folder: string },
): Places {
  const { network, passwords, programs, folder } = context;
  const home = makeFolder(programs, join(folder, machine.name));
  const at = (name: string) => makeFolder(programs, join(home, name));
  const data = join(home, 'data');
  const sockets = at('run');
  const repository = makeFolder(programs, join(folder, 'repository'));
  const pgbackrest = join(home, 'pgbackrest.conf');
  const addresses = network.machines.map(({ address }, index) => [ADDRESSES[index] ?? '', address] as const);
  const here = [
    ['THIS_NAME', machine.name],
    ['THIS_ADDRESS', machine.address],
  ] as const;

  const etcd = withReplaced(read('etcd.env'), [
    ...here,
    ...addresses,
    ['/var/lib/etcd/zawadi', join(at('etcd'), 'zawadi')],
  ]);
  write(
    programs,
    pgbackrest,
    withReplaced(read('pgbackrest.conf'), [
      ['repo1-path=/var/lib/pgbackrest', `repo1-path=${repository}`],
      ['/var/log/pgbackrest', at('log')],
      ['/tmp/pgbackrest', at('lock')],
      ['/var/spool/pgbackrest', at('spool')],
      ['/var/lib/postgresql/18/zawadi', data],
      ['/var/run/postgresql', sockets],
    ]),
  );
  const patroni = join(home, 'patroni.yml');
  write(
    programs,
    patroni,
    withReplaced(read('patroni.yml'), [
      ...here,
      ...addresses,
      ['10.0.0.0/24', network.subnet],
      ['REST_PASSWORD', passwords.REST],
      ['SUPERUSER_PASSWORD', passwords.SUPERUSER],
      ['REPLICATION_PASSWORD', passwords.REPLICATION],
      ['REWIND_PASSWORD', passwords.REWIND],
      ['/var/lib/postgresql/18/zawadi', data],
      ['/var/lib/postgresql/patroni.pgpass', join(home, 'patroni.pgpass')],
      ['/usr/lib/postgresql/18/bin', programs.postgresFolder],
      ['/var/run/postgresql', sockets],
      ['/etc/pgbackrest.conf', pgbackrest],
      // Without root, the programs run as the current user.
      ['local all postgres peer', programs.user ? 'local all postgres peer' : 'local all postgres trust'],
      // A watchdog would restart this computer, and so all three machines at once.
      ['mode: automatic', "mode: 'off'"],
    ]),
  );
  const tools = {
    PATRONICTL_CONFIG_FILE: patroni,
    PGBACKREST_CONFIG: pgbackrest,
    ETCDCTL_ENDPOINTS: network.machines.map(({ address }) => `http://${address}:2379`).join(','),
    PGHOST: sockets,
    PGUSER: 'postgres',
  };
  return { etcd: variablesOf(etcd), patroni, data, sockets, tools };
}

/** Where HAProxy listens for HTTP, and where its two APIs listen: `address:port`. */
export type Front = { at: string; apis: [string, string] };

/**
 * Configures one HAProxy process: it routes to the database's leader and balances two APIs, without TLS on this
 * computer.
 */
export function configureProxy(
  path: string,
  context: { network: Network; programs: Programs; databasePort: number; web?: Front },
): string[] {
  const { network, programs, databasePort, web } = context;
  const addresses = network.machines.map(({ address }, index) => [ADDRESSES[index] ?? '', address] as const);
  write(
    programs,
    path,
    withReplaced(read('haproxy.cfg'), [...addresses, ['127.0.0.1:5000', `127.0.0.1:${databasePort}`]]),
  );
  const front = web ? configureFront(join(dirname(path), 'haproxy-web.cfg'), programs, web) : [];
  return ['-f', path, ...front];
}

/** Configures HAProxy in front of two APIs. @returns HAProxy's command-line options */
export function configureFront(path: string, programs: Programs, { at, apis }: Front): string[] {
  const text = withReplaced(readFileSync(join(OPS, 'haproxy/haproxy.cfg'), 'utf8'), [
    ['bind :443 ssl crt /etc/haproxy/zawadi.pem alpn h2,http/1.1', `bind ${at}`],
    ['X-Forwarded-Proto https', 'X-Forwarded-Proto http'],
    ['127.0.0.1:4001', apis[0]],
    ['127.0.0.1:4002', apis[1]],
  ]);
  write(programs, path, text);
  return ['-f', path];
}

function read(name: string): string {
  return readFileSync(join(OPS, 'ha', name), 'utf8');
}

/** Writes a file that only the programs may read. */
export function write({ user }: Programs, path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o600);
  if (user) chownSync(path, user.uid, user.gid);
}

function variablesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gmu)].map(([, name = '', value = '']) => [name, value]),
  );
}
