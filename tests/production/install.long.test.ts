import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { adminLogin, purchaseDetails } from '@zawadi/contract';
import { newPerson, signIn, welcome, type SignedIn } from '@zawadi/story/people';
import { buyGift } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import product from '../../package.json' with { type: 'json' };
import { makeFolder } from './artefact.ts';
import { startDebian, whyNoDebian, type DebianMachine } from './debian-machine.ts';
import { startOutside } from './outside-debian.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

/** Caddy makes certificates for this top-level domain itself. */
const NAME = 'gifts.zawadi.internal';
const ANSWERS = `${NAME}\njane@example.org\ndaraja-sandbox\nalerts@example.org\nhere\nhere\n`;
const RELEASE = `zawadi-${product.version}-linux-${process.arch}.tar.gz`;
const NEXT = `zawadi-9.9.9-linux-${process.arch}.tar.gz`;
const PLACE_OF_BACKUPS = 'var/lib/private/zawadi-backups';

const reason = whyNoDebian();
const { folder, remove } = makeFolder();
let debian: DebianMachine;
let outside: Awaited<ReturnType<typeof startOutside>>;
let world: ReturnType<typeof outside.enter>;

beforeAll(async () => {
  if (reason !== undefined) return;
  const release = join(folder, 'release');
  const script = join(import.meta.dirname, '../../scripts/release.ts');
  const built = spawnSync(process.execPath, [script, '--to', release], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
  debian = await startDebian(folder);
  outside = await startOutside({ debian, name: NAME, folder });
  cpSync(release, join(debian.root, 'root'), { recursive: true });
});
beforeEach(({ skip }) => {
  if (reason !== undefined) skip(`This machine runs no Debian with systemd: ${reason}.`);
});
afterAll(async () => {
  await outside?.close();
  await debian?.stop();
  remove();
});

/** Returns the commands of a page, one text for each block. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operations', page), 'utf8');
  return [...text.matchAll(/^( *)```sh\n(.*?)\n *```$/gmsu)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gmu'), ''),
  );
}

/** Runs a block of commands until one fails. @returns what they print */
async function follow(
  block: string | undefined,
  { code = 0, ...options }: { code?: number; input?: string; hasInternet?: boolean } = {},
): Promise<string> {
  const ended = await debian.run(['sh', '-ec', `cd /root\n${block}`], options);
  if (ended.code !== code) throw new Error(`${block}\nended with ${ended.code}:\n${ended.printed}`);
  return ended.printed;
}

test('docs/operations/install.md makes a bare Debian a server that sells a gift over TLS', async () => {
  const [install = '', again, look = ''] = commandsOf('install.md');
  expect(install).toContain(RELEASE);
  const bare = filesOf('.');
  const dry = await follow(install.replace(RELEASE, `${RELEASE} --dry-run`), { input: ANSWERS });
  expect(dry).toContain('apt-get install');
  expect(filesOf('.')).toEqual(bare);

  const first = await follow(install, { input: ANSWERS, hasInternet: true, code: 1 });
  expect(first).toContain('Fill in these settings of /etc/zawadi/zawadi.env');
  const path = join(debian.root, 'etc/zawadi/zawadi.env');
  let text = readFileSync(path, 'utf8');
  for (const [name, value] of Object.entries(outside.settings))
    text = text.replace(new RegExp(`^${name}=.*$`, 'mu'), () => `${name}=${value}`);
  writeFileSync(path, text);
  const password = passwordIn(await follow(again));
  world = outside.enter();
  const body = { email: 'jane@example.org', password };
  expect(await world.api.call(adminLogin, { body })).toMatchObject({ accessToken: expect.any(String) });
  await buyOne();
  expect(backups()).toHaveLength(1);

  // The domain of this test has no mail and no public DNS.
  const [doctor, ...others] = look.split('\n');
  expect(await follow(doctor, { code: 1 })).toMatch(/^good +Database/mu);
  expect(passwordIn(await follow(others.join('\n')))).not.toBe(password);

  const before = [filesOf('etc', 'opt'), await processes()];
  expect(await follow(again)).not.toMatch(/^ {2}/mu);
  expect([filesOf('etc', 'opt'), await processes()]).toEqual(before);
  await follow('echo DRAIN_SECONDS=3 >> /etc/zawadi/zawadi.env');
  await follow(again);
  expect(await processes()).not.toBe(before[1]);
});

test('docs/operations/upgrade.md restarts one process after the other, so that no visitor notices', async () => {
  packNext();
  const [upgrade = '', , back = ''] = commandsOf('upgrade.md');
  const secrets = readFileSync(join(debian.root, 'etc/zawadi/zawadi.env'), 'utf8');
  const before = await processes();
  let isUpgrading = true;
  const visit = async (): Promise<Set<number>> => {
    const statuses = new Set<number>();
    while (isUpgrading) statuses.add((await fetch(`https://${NAME}/`)).status);
    return statuses;
  };
  const visitors = visit();
  await follow(upgrade.replace(/zawadi-\S+\.tar\.gz/u, NEXT)).finally(() => (isUpgrading = false));
  expect([...(await visitors)]).toEqual([200]);
  expect(await processes()).not.toBe(before);
  expect(await follow('readlink /opt/zawadi/current')).toBe('zawadi-9.9.9\n');
  expect(readFileSync(join(debian.root, 'etc/zawadi/zawadi.env'), 'utf8')).toBe(secrets);
  await follow(back);
  expect(await follow('readlink /opt/zawadi/current')).toBe(`zawadi-${product.version}\n`);
});

test('docs/operations/backup.md returns to a moment with pgBackRest, and restores a backup after a loss', async () => {
  const [prepare, archive, record, toMoment = '', own, afterLoss = ''] = commandsOf('backup.md');
  await follow(prepare, { hasInternet: true });
  await follow(archive);
  await follow(record);
  expect(await follow(own)).toContain('complete and unchanged');
  cpSync(join(debian.root, PLACE_OF_BACKUPS), join(debian.root, 'root/backups'), { recursive: true });
  const kept = await buyOne();
  await pause(1_500);
  const moment = new Date().toISOString();
  await pause(1_500);
  const lost = await buyOne();
  await follow(
    toMoment
      .replace('2026-11-23 14:05:00+03', moment.replace('T', ' ').replace('Z', '+00'))
      .replace('2026-11-23T14:05:00+03:00', moment),
  );
  await reopen();
  expect(await statusOf(kept)).toBe('COMPLETED');
  await expect(statusOf(lost)).rejects.toThrow(/invalid_credentials/u);

  await follow(`systemctl stop 'zawadi-*'
    su postgres --command='dropdb zawadi' && for role in zawadi_owner zawadi zawadi_app zawadi_backup; do su postgres --command="dropuser $role"; done`);
  const restored = await follow(afterLoss.replace('2026-11-23T14:05:00+03:00', new Date().toISOString()));
  expect(restored).toContain('Everything matches the backup.');
  await reopen();
  await expect(statusOf(kept)).rejects.toThrow(/invalid_credentials/u);
  await buyOne();
});

type Bought = { buyer: SignedIn; requestId: string };

async function buyOne(): Promise<Bought> {
  const buyer = await welcome(world.api, world.sandbox, newPerson('Amina', 'Otieno'));
  const recipient = newPerson('Brian', 'Mwangi');
  const gift = { recipient, amount: 1_000, message: 'Karibu', cloth: 'plain' } as const;
  const { requestId, mpesaReceipt } = await buyGift(world, buyer, gift);
  expect(mpesaReceipt).toMatch(/^[A-Z0-9]{10}$/u);
  return { buyer, requestId };
}

async function statusOf({ buyer, requestId }: Bought): Promise<string> {
  const bearer = await signIn(world.api, buyer);
  return (await world.api.call(purchaseDetails, { params: { requestId } }, { bearer })).orderStatus;
}

/** Starts the system after a restore and opens it, without the reconciliation that the page demands. */
async function reopen(): Promise<void> {
  await follow('sh /opt/zawadi/current/ops/install.sh');
  await follow('zawadi restore --open --force');
}

const backups = (): string[] => readdirSync(join(debian.root, PLACE_OF_BACKUPS));

function passwordIn(printed: string): string {
  const [, password] = /^ {2}\S+@\S+\n {2}(\S+)$/mu.exec(printed) ?? [];
  if (password === undefined) throw new Error(`no password in:\n${printed}`);
  return password;
}

/** Lists files with size and time of change. */
function filesOf(...folders: string[]): string[] {
  const places = folders.map((one) => join(debian.root, one));
  const conditions = ['-xdev', '!', '-type', 'd', '!', '-path', '*/var/log/*', '-printf', '%p %s %T@ %l\\n'];
  const { stdout } = spawnSync('find', [...places, ...conditions], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  return stdout.split('\n').toSorted();
}

/** Returns the main processes of the units. */
function processes(): Promise<string> {
  return follow('systemctl show --property=MainPID zawadi-worker zawadi-api@4001 zawadi-api@4002');
}

/** Packs a release with another version, whose programs are the same. */
function packNext(): void {
  const unpacked = join(debian.root, `opt/zawadi/zawadi-${product.version}`);
  const place = { cwd: join(debian.root, 'root'), encoding: 'utf8' } as const;
  spawnSync('tar', ['-czf', NEXT, `--directory=${unpacked}`, '--transform=s,^[.],zawadi-9.9.9,', '.'], place);
  appendFileSync(join(place.cwd, 'SHA256SUMS'), spawnSync('sha256sum', [NEXT], place).stdout);
}
