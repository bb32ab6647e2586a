import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnvironment } from '../../apps/api/src/config/environment.ts';

const OPS = join(import.meta.dirname, '../../ops');
const CERTIFICATE = join(OPS, '../apps/sandbox/src/certificate/sandbox-only-certificate.pem');
const KEY = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
const OPTIONS = {
  '--domain': 'gifts.example.co.ke',
  '--admin': 'jane@example.co.ke',
  '--mpesa': 'daraja',
  '--alerts': 'alerts@example.co.ke',
  '--backups': `s3://backups/zawadi ${KEY}`,
  '--database': 'here',
};
const SETTINGS = `
# A note.
MPESA_CONSUMER_KEY=key
MPESA_CONSUMER_SECRET=a=b#c "d" \\n|&
MPESA_SHORT_CODE=600100
MPESA_PASSKEY=passkey
MPESA_INITIATOR_NAME=name
MPESA_INITIATOR_PASSWORD=password
SMS_USERNAME=zawadi
SMS_API_KEY=key
SMTP_URL=smtps://zawadi:password@smtp.example.co.ke:465
AWS_REGION=af-south-1`;

const folder = mkdtempSync(join(tmpdir(), 'zawadi-install-'));
const release = join(folder, `zawadi-0.1.0-linux-${process.arch}.tar.gz`);
const settings = join(folder, 'settings');
const artefact = join(folder, 'zawadi-0.1.0');
cpSync(OPS, join(artefact, 'ops'), { recursive: true });
writeFileSync(settings, SETTINGS);
execFileSync('tar', ['-czf', release, '-C', folder, 'zawadi-0.1.0']);
afterAll(() => rmSync(folder, { recursive: true }));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(folder, 'root-'));
});

/** Installs into the folder of a test: the files are written, and the commands printed. */
function install(options: Record<string, string>, { args = [] as string[], input = '', env = {} } = {}) {
  const given = Object.entries(options).flat();
  const { status, stdout, stderr } = spawnSync(
    'sh',
    [join(OPS, 'install.sh'), release, '--root', root, ...given, ...args],
    { input, encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } },
  );
  return { status, stdout, stderr };
}

/** Returns all files with content and mode. */
function filesIn(): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [
        path.slice(root.length),
        `${statSync(path).mode} ${statSync(path).mtimeMs} ${readFileSync(path, 'utf8')}`,
      ]),
  );
}

const settingsIn = (name: string) => parseEnv(readFileSync(join(root, 'etc/zawadi', name), 'utf8'));

/** Puts M-PESA's certificate where the example of the settings expects it. */
function addCertificate(): void {
  mkdirSync(join(root, 'etc/zawadi'), { recursive: true });
  cpSync(CERTIFICATE, join(root, 'etc/zawadi/mpesa-certificate.pem'));
}

test('a dry run prints each step and changes nothing', () => {
  const { status, stdout } = install(OPTIONS, { args: ['--dry-run'] });
  expect(status).toBe(0);
  expect(stdout).toContain('Dry run: nothing is changed.\n');
  for (const line of [
    'apt-get install',
    `writes ${root}/etc/zawadi/zawadi.env`,
    'psql --file=',
    'systemctl start zawadi-migrate.service',
    'systemctl restart zawadi-api@4002.service',
    'systemctl enable --quiet --now zawadi-backup.timer',
    'admin-create --email jane@example.co.ke',
  ])
    expect.soft(stdout).toContain(line);
  expect(readdirSync(root)).toEqual([]);
});

test('the written settings, completed by --settings, are a valid production configuration', () => {
  addCertificate();
  expect(install(OPTIONS, { args: ['--settings', settings] })).toMatchObject({ status: 0, stderr: '' });
  for (const name of ['zawadi.env', 'owner.env', 'backup.env', 'install.env'])
    expect.soft(statSync(join(root, 'etc/zawadi', name)).mode & 0o777, name).toBe(0o600);
  const text = readFileSync(join(root, 'etc/zawadi/zawadi.env'), 'utf8');
  expect(text).toContain('\nMPESA_CONSUMER_SECRET=a=b#c "d" \\n|&\n');
  const lines = text.matchAll(/^([A-Z_]+)=(.*)$/gmu);
  const given = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
  expect(readEnvironment({ ...given, MPESA_CERTIFICATE_FILE: CERTIFICATE })).toMatchObject({
    NODE_ENV: 'production',
    PROVIDER: 'daraja',
    PUBLIC_URL: 'https://gifts.example.co.ke',
    SUPPORT_EMAIL: 'alerts@example.co.ke',
    MAIL_FROM: 'Zawadi <hello@gifts.example.co.ke>',
    DATABASE_URL: expect.stringMatching(/^postgres:\/\/zawadi:[0-9a-f]{48}@127\.0\.0\.1:5432\/zawadi$/u),
    APP_SECRET: expect.stringMatching(/^[0-9a-f]{96}$/u),
    TRUST_PROXY: '127.0.0.1',
  });
  expect(settingsIn('owner.env')).toEqual({
    DATABASE_OWNER_URL: expect.stringMatching(/^postgres:\/\/zawadi_owner:[0-9a-f]{48}@127/u),
  });
  expect(settingsIn('backup.env')).toEqual({
    DATABASE_BACKUP_URL: expect.stringMatching(/^postgres:\/\/zawadi_backup:[0-9a-f]{48}@127/u),
    BACKUP_TO: 's3://backups/zawadi',
    BACKUP_RECIPIENT: KEY,
    AWS_REGION: 'af-south-1',
  });
  expect(readFileSync(join(root, 'etc/caddy/Caddyfile'), 'utf8')).toMatch(/^gifts\.example\.co\.ke \{$/mu);
});

test('a second run changes no file and asks nothing, even without the options', () => {
  addCertificate();
  install(OPTIONS, { args: ['--settings', settings] });
  const before = filesIn();
  const again = install({});
  expect(again).toMatchObject({ status: 0, stderr: '' });
  expect(again.stdout).not.toContain('writes');
  expect(filesIn()).toEqual(before);
});

test('an edited setting stays, and a setting that is missing is named', () => {
  const first = install(OPTIONS);
  expect(first.status).toBe(1);
  expect(first.stdout).toMatch(
    /Fill in these settings of .*zawadi\.env, then run: sh .*\/ops\/install\.sh\n/u,
  );
  for (const name of ['MPESA_PASSKEY', 'SMS_API_KEY', 'SMTP_URL'])
    expect.soft(first.stdout).toContain(`\n  ${name}\n`);
  expect(first.stdout).toContain(
    'MPESA_CERTIFICATE_FILE: there is no file /etc/zawadi/mpesa-certificate.pem',
  );
  const file = join(root, 'etc/zawadi/zawadi.env');
  writeFileSync(file, readFileSync(file, 'utf8').replace('MPESA_PASSKEY=', 'MPESA_PASSKEY=mine'));
  const { stdout } = install({});
  expect(settingsIn('zawadi.env')).toMatchObject({ MPESA_PASSKEY: 'mine' });
  expect(stdout).not.toContain('\n  MPESA_PASSKEY\n');
});

test('the six questions can be answered by options, by variables, or one after the other on the terminal', () => {
  const answers = Object.values(OPTIONS);
  const onTerminal = install({}, { args: ['--dry-run'], input: answers.join('\n') });
  expect(onTerminal).toMatchObject({ status: 0, stderr: '' });
  const env = Object.fromEntries(
    Object.entries(OPTIONS).map(([name, value]) => [`ZAWADI_${name.slice(2).toUpperCase()}`, value]),
  );
  const byVariables = install({}, { args: ['--dry-run'], env });
  expect(byVariables).toEqual(install(OPTIONS, { args: ['--dry-run'] }));
  expect(byVariables.stdout).not.toContain('Email of the first');
});

test.each([
  ['--domain', 'https://gifts.example.co.ke', 'no public name of a server'],
  ['--domain', 'localhost', 'no public name of a server'],
  ['--admin', 'jane', 'no email address'],
  ['--mpesa', 'live', 'Give daraja or daraja-sandbox'],
  ['--alerts', 'a b@example.org', 'no email address'],
  ['--backups', 's3://backups/zawadi', 'the public key of age'],
  ['--database', 'postgres://db.example.org/postgres', 'with user, password, host and database'],
])('the answer %s %s gets a sentence and changes nothing', (option, answer, words) => {
  const { status, stderr } = install({ ...OPTIONS, [option]: answer });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(words) });
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(readdirSync(root)).toEqual([]);
  // On the terminal the question is asked again.
  const answers = Object.entries(OPTIONS).flatMap(([name, right]) =>
    name === option ? [answer, right] : [right],
  );
  const asked = install({}, { args: ['--dry-run'], input: answers.join('\n') });
  expect(asked).toMatchObject({ status: 0, stdout: expect.stringContaining(words) });
});

test('a server with another proxy gets no Caddy, in later runs neither', () => {
  for (const args of [['--no-proxy'], []]) expect(install(OPTIONS, { args }).stdout).not.toMatch(/caddy/iu);
});

test('a server installed by hand keeps its settings', () => {
  addCertificate();
  const own = {
    'zawadi.env': 'APP_SECRET=mine\nMPESA_CERTIFICATE_FILE=/etc/zawadi/mpesa-certificate.pem\n',
    'owner.env': 'DATABASE_OWNER_URL=postgres://zawadi_owner:mine@127.0.0.1:5432/zawadi\n',
    'backup.env': 'DATABASE_BACKUP_URL=postgres://zawadi_backup:mine@127.0.0.1:5432/zawadi\n',
  };
  for (const [name, text] of Object.entries(own)) writeFileSync(join(root, 'etc/zawadi', name), text);
  expect(install(OPTIONS)).toMatchObject({ status: 0 });
  for (const [name, text] of Object.entries(own))
    expect(readFileSync(join(root, 'etc/zawadi', name), 'utf8')).toBe(text);
});

test('another answer than that of the first run is refused', () => {
  install(OPTIONS);
  const { status, stderr } = install({ ...OPTIONS, '--domain': 'other.example.co.ke' });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('The first run had domain=gifts.example.co.ke.'),
  });
});

test('a database elsewhere gets its own addresses, and its administrator’s password is written nowhere', () => {
  const address = 'postgres://postgres:top-secret@db.example.org:6432/postgres?sslmode=require';
  const { stdout } = install({ ...OPTIONS, '--database': address });
  expect(settingsIn('zawadi.env')['DATABASE_URL']).toMatch(
    /@db\.example\.org:6432\/zawadi\?sslmode=require$/u,
  );
  expect(settingsIn('owner.env')['DATABASE_OWNER_URL']).toMatch(
    /@db\.example\.org:6432\/zawadi\?sslmode=require$/u,
  );
  expect(stdout).toContain('postgresql-client-18');
  expect(JSON.stringify([stdout, filesIn()])).not.toContain('top-secret');
});

test('refuses a release that differs from its checksum', () => {
  const sums = join(folder, 'SHA256SUMS');
  writeFileSync(sums, `${'0'.repeat(64)}  zawadi-0.1.0-linux-${process.arch}.tar.gz\n`);
  try {
    const { status, stderr } = install(OPTIONS);
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('copy it again') });
    expect(readdirSync(root)).toEqual([]);
  } finally {
    rmSync(sums);
  }
});

test('the installer copies every unit, and its PostgreSQL has the settings of the compose file', () => {
  install(OPTIONS);
  expect(readdirSync(join(root, 'etc/systemd/system')).toSorted()).toEqual(
    readdirSync(join(OPS, 'systemd')).toSorted(),
  );
  const lines = readFileSync(join(root, 'etc/postgresql/18/main/conf.d/zawadi.conf'), 'utf8').split('\n');
  const set = lines.filter((line) => /^\w/u.test(line)).map((line) => line.replace(' = ', '='));
  const compose = parse(readFileSync(join(OPS, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: { postgres: { command: string[] } };
  };
  expect(set).toEqual(compose.services.postgres.command.filter((word) => word.includes('=')));
});
