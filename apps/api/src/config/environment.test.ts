import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { readConfig } from './config.ts';
import { BadConfiguration, readEnvironment } from './environment.ts';

const SECRET = randomBytes(48).toString('base64');
const DEMO_SECRET = 'zawadi-demo-secret-for-the-sandbox-only-0000';

let folder: string;
let certificate: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zawadi-environment-'));
  certificate = write('key.pem', publicKey('rsa'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MISTAKES = [
  [
    'a port beside the sandbox',
    { PORT: '4366', SANDBOX_PORT: '4365' },
    /^PORT cannot be 4366: the sandbox's mail/u,
  ],
  ['the last port for the sandbox', { SANDBOX_PORT: '65535' }, /^SANDBOX_PORT cannot be 65535: .*mail/u],
  ['one port for both', { PORT: '5000', SANDBOX_PORT: '5000' }, /^PORT and SANDBOX_PORT must differ\.$/u],
  [
    'every proxy trusted',
    { TRUST_PROXY: 'true' },
    /^TRUST_PROXY is not valid: give the addresses of your proxies/u,
  ],
  ['a number of proxies', { TRUST_PROXY: '1' }, /^TRUST_PROXY is not valid/u],
  ['a range of too many bits', { TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY is not valid/u],
  ['every IPv4 address as a proxy', { TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY is not valid/u],
  ['every IPv6 address as a proxy', { TRUST_PROXY: '10.0.0.1, ::/0' }, /^TRUST_PROXY is not valid/u],
  [
    'the internet as proxies by halves',
    { TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' },
    /^TRUST_PROXY is not valid/u,
  ],
  [
    'a name as DNS server',
    { DNS_SERVER: 'dns.example.org' },
    /^DNS_SERVER is not valid: give an IP address/u,
  ],
  ['half an address as DNS server', { DNS_SERVER: '10.0.0:53' }, /^DNS_SERVER is not valid/u],
  ['a mistyped production', { NODE_ENV: 'Production' }, /^NODE_ENV is not valid/u],
  ['a shortened production', { NODE_ENV: 'prod' }, /^NODE_ENV is not valid/u],
  ['a crash point that does not exist', { CRASH_AT: 'send' }, /^CRASH_AT is not valid/u],
  [
    'an address for alerts without a secret',
    { ALERT_WEBHOOK_URL: 'https://ops.example.com/zawadi' },
    /^Set both ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET/u,
  ],
  ['a list with a short secret', { APP_SECRETS: `${SECRET},short` }, /^APP_SECRETS\.1 is not valid: each/u],
  [
    'a list with a weak secret',
    { APP_SECRETS: `${SECRET},${'a'.repeat(40)}` },
    /^APP_SECRETS is not random; make one with/u,
  ],
  ['a secret twice', { APP_SECRETS: `${SECRET}, ${SECRET}` }, /^APP_SECRETS names a secret twice/u],
  [
    'one secret and a list',
    { APP_SECRET: SECRET, APP_SECRETS: SECRET },
    /^Set APP_SECRET or APP_SECRETS, not/u,
  ],
  [
    'an operator for pay-outs without a short code',
    { MPESA_PAYOUT_INITIATOR_NAME: 'api', MPESA_PAYOUT_INITIATOR_PASSWORD: 'x' },
    /^MPESA_PAYOUT_INITIATOR_NAME goes with its …_PASSWORD and MPESA_PAYOUT_SHORT_CODE/u,
  ],
  [
    'an operator for pay-outs without a password',
    { MPESA_PAYOUT_SHORT_CODE: '600200', MPESA_PAYOUT_INITIATOR_NAME: 'api' },
    /^MPESA_PAYOUT_INITIATOR_NAME goes with its …_PASSWORD/u,
  ],
  ['a version that C2B does not have', { MPESA_C2B_VERSION: 'v3' }, /^MPESA_C2B_VERSION is not valid/u],
  ['a secret of one letter', { APP_SECRET: 'a'.repeat(40) }, /^APP_SECRET is not random; make one with/u],
] as const;

test('refuses each mistake in the environment with one sentence', async () => {
  await everyRow(
    MISTAKES,
    ([name]) => name,
    ([, source, sentence]) => {
      expect(sentencesFor(source)).toEqual([expect.stringMatching(sentence)]);
    },
  );
});

test('refuses a missing certificate file, or one without an RSA key, with one sentence', () => {
  const missing = join(folder, 'missing.pem');
  const sentenceFor = (path: string) => sentencesFor({ MPESA_CERTIFICATE_FILE: path });
  expect(sentenceFor(missing)).toEqual([
    expect.stringMatching(/^MPESA_CERTIFICATE_FILE is not valid: .*missing\.pem cannot be read \(ENOENT/u),
  ]);
  for (const content of ['', 'no certificate', publicKey('ec')]) {
    expect(sentenceFor(write('wrong.pem', content))).toEqual([
      expect.stringMatching(/wrong\.pem holds no certificate with an RSA key in PEM form; download the one/u),
    ]);
  }
  expect(readEnvironment({ MPESA_CERTIFICATE_FILE: certificate }).MPESA_CERTIFICATE_FILE).toContain(
    'PUBLIC KEY',
  );
});

test('refuses words and repetitions as a secret', () => {
  for (const APP_SECRET of [
    'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
    'password1234password1234password1234',
    '0123456789012345678901234567890123456789',
    'zawadi-zawadi-zawadi-zawadi-zawadi-zawadi-zawadi',
  ])
    expect
      .soft(sentencesFor({ APP_SECRET }), APP_SECRET)
      .toEqual([expect.stringMatching(/^APP_SECRET is not random/u)]);
});

test('accepts every secret generated by openssl', () => {
  for (let n = 0; n < 200; n += 1) {
    for (const secret of [randomBytes(24).toString('base64'), randomBytes(32).toString('hex')]) {
      expect(sentencesFor({ APP_SECRET: secret })).toEqual([]);
    }
  }
});

test('requires DATABASE_URL in production, unless the embedded database is allowed', () => {
  const sentence = expect.stringMatching(/^A production start needs a PostgreSQL of its own/u);
  expect(sentencesFor({ PROVIDER: 'daraja' })).toContainEqual(sentence);
  expect(sentencesFor({ PROVIDER: 'daraja', ALLOW_EMBEDDED_DATABASE: '1' })).not.toContainEqual(sentence);
  expect(
    sentencesFor({ PROVIDER: 'daraja', DATABASE_URL: 'postgresql://zawadi@db/zawadi' }),
  ).not.toContainEqual(sentence);
});

test('with a real provider, refuses an email sender whose domain cannot send mail', async () => {
  await everyRow(
    ['Zawadi <hello@zawadi.test>', 'hello@localhost', 'Zawadi <no-reply@shop.example>', 'zawadi'],
    String,
    (MAIL_FROM) => {
      const refused = expect.stringMatching(/^MAIL_FROM is at .*, where no mail can come from\.$/u);
      expect(sentencesFor({ PROVIDER: 'daraja-sandbox', MAIL_FROM })).toContainEqual(refused);
      const good = sentencesFor({ PROVIDER: 'daraja-sandbox', MAIL_FROM: 'Zawadi <hello@zawadi.co.ke>' });
      expect(good).not.toContainEqual(refused);
    },
  );
});

test('requires two separate ports for metrics', async () => {
  await everyRow(
    [
      [{ PORT: '4000', METRICS_PORT: '4000' }, 'of the API would have the port of PORT'],
      [{ PORT: '4000', METRICS_PORT: '3999' }, 'of the worker would have the port of PORT'],
      [{ SANDBOX_PORT: '4010', METRICS_PORT: '4009' }, 'of the worker would have the port of SANDBOX_PORT'],
      [
        { SANDBOX_PORT: '4010', METRICS_PORT: '4011' },
        "of the API would have the port of the sandbox's mail server",
      ],
    ] as const,
    ([source]) => JSON.stringify(source),
    ([source, reason]) => {
      expect(sentencesFor(source)).toEqual([expect.stringContaining(reason)]);
      expect(sentencesFor({ ...source, METRICS_PORT: '9464' })).toEqual([]);
    },
  );
});

test('by default, serves metrics only to this machine, and leaves a port to the worker', () => {
  expect(readEnvironment({ METRICS_PORT: '9464' })).toMatchObject({ METRICS_HOST: '127.0.0.1' });
  expect(sentencesFor({ METRICS_PORT: '65535' })).toEqual([
    'METRICS_PORT cannot be 65535: the worker takes the port after it.',
  ]);
});

test('sends traces only to a web URL, and checks the sampling ratio', () => {
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ] as const)
    expect
      .soft(sentencesFor({ [name]: value }), `${name}=${value}`)
      .toEqual([expect.stringContaining(`${name} is not valid: `)]);
});

test('A35 accepts trusted proxies by IP address, range and name', () => {
  const list = 'loopback, 10.0.0.0/8,192.168.1.7 , fd00::/8, fc00::/7';
  expect(readEnvironment({ TRUST_PROXY: list }).TRUST_PROXY).toBe(list);
});

test('refuses crash points in production or with a real provider', () => {
  const sentence = 'CRASH_AT kills the process; it is for tests with the sandbox.';
  const CRASH_AT = 'send-claimed/withdrawal';
  expect(sentencesFor({ CRASH_AT, NODE_ENV: 'production' })).toContain(sentence);
  for (const PROVIDER of ['daraja', 'daraja-sandbox']) {
    expect(sentencesFor({ CRASH_AT, PROVIDER })).toContain(sentence);
  }
});

test('with a real provider, requires an email sender and a secret of its own, even outside production', () => {
  const sentences = sentencesFor({ PROVIDER: 'daraja-sandbox' });
  expect(sentences).toContain('PROVIDER=daraja-sandbox needs MAIL_FROM.');
  expect(sentences).toContainEqual(expect.stringContaining('needs its own APP_SECRET'));
  const ring = { PROVIDER: 'daraja-sandbox', APP_SECRETS: `${SECRET},${DEMO_SECRET}` };
  expect(sentencesFor(ring)).toContainEqual(expect.stringContaining('needs its own APP_SECRETS'));
});

test('limits withdrawals of new accounts with a real provider, but not in the sandbox', () => {
  const real = {
    PROVIDER: 'daraja',
    PUBLIC_URL: 'https://zawadi.co.ke',
    DATABASE_URL: 'postgresql://zawadi@db/zawadi',
    APP_SECRET: SECRET,
    MPESA_CONSUMER_KEY: 'key',
    MPESA_CONSUMER_SECRET: 'secret',
    MPESA_SHORT_CODE: '600000',
    MPESA_PASSKEY: 'passkey',
    MPESA_INITIATOR_NAME: 'api',
    MPESA_INITIATOR_PASSWORD: 'password',
    MPESA_CERTIFICATE_FILE: certificate,
    SMS_USERNAME: 'zawadi',
    SMS_API_KEY: 'key',
    SMTP_URL: 'smtps://mail.zawadi.co.ke',
    MAIL_FROM: 'Zawadi <hello@zawadi.co.ke>',
    SUPPORT_EMAIL: 'help@zawadi.co.ke',
  };
  expect(readConfig(real).newAccounts).toEqual({ days: 7, daily: 20_000 });
  expect(readConfig({ ...real, NEW_ACCOUNT_DAYS: '0' }).newAccounts.days).toBe(0);
  expect(readConfig({}).newAccounts.days).toBe(0);
});

function sentencesFor(source: Record<string, string>): string[] {
  try {
    readEnvironment(source);
    return [];
  } catch (error) {
    if (error instanceof BadConfiguration) return error.message.split('\n');
    throw error;
  }
}

function publicKey(type: 'rsa' | 'ec'): string {
  const { publicKey: key } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
