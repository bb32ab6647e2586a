import { paths } from '@zawadi/mpesa/wire/paths';
import { freePort } from '@zawadi/story/free-port';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../platform/db/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { MAIL_LOGIN, startLateProvider, type OutsideWorld } from '../../../testing/outside-world.ts';
import { PUBLIC_NAME, RECORDS, startProduction, type Production } from '../../../testing/production-deps.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import type { ReadDisk } from './check.ts';
import { runChecks } from './run-checks.ts';

const GIBIBYTE = 1_024 ** 3;

let system: TestSystem;
let world: OutsideWorld;
let production: Production;

beforeAll(async () => {
  production = await startProduction();
  ({ system, world } = production);
});
// Nothing is broken when a test begins.
beforeEach(async () => {
  for (const [record, data] of Object.entries(RECORDS)) world.zone.set(record, data);
  await world.useCertificate({ name: PUBLIC_NAME, daysLeft: 60 });
  await recordBackup({ ageHours: 1 });
  await system.provider.reset();
  await system.owner.query(`delete from outbox where topic = 'sms'`);
  await registerAgain();
});
afterEach(() => production.closeProcesses());
afterAll(() => production.close());

async function recordBackup({ ageHours }: { ageHours: number }): Promise<void> {
  await system.owner.query(
    `delete from backups; insert into backups (tool, made_at, place, restored_at)
     values ('zawadi', now() - make_interval(hours => ${ageHours}), 'nas:/backups', now())`,
  );
}

/** Runs the first registration of the pay-bill address again. */
async function registerAgain(): Promise<void> {
  await system.owner.query('delete from pay_bill_addresses; delete from callback_tokens');
  await sendPayBillAddresses(production.depsOf());
}

const UNREPORTED_SMS = `insert into outbox (id, topic, state, finished_at, provider_id)
  select gen_random_uuid(), 'sms', 'done', moment() - interval '2 hours', 'ATXid_' || n from generate_series(1, 20) n`;
type Broken = { deps?: PaymentDeps; readDisk?: ReadDisk };

const diskWith = (freeBytes: number) => async () => ({ sizeBytes: 100 * GIBIBYTE, freeBytes });

/** Runs the checks, none of which may show a secret. */
async function check({ deps = production.depsOf(), readDisk = diskWith(50 * GIBIBYTE) }: Broken = {}) {
  const results = await runChecks(deps, { renewsToken: true, readDisk });
  const { mpesa, mail, sms, database } = deps.config;
  const secrets = [mpesa.consumerSecret, mpesa.passkey, mpesa.initiatorPassword, sms.apiKey];
  const passwords = [new URL(mail.smtpUrl).password, new URL(database.url ?? '').password];
  for (const secret of [...secrets, ...passwords, ...deps.config.secrets.map(String)])
    expect(JSON.stringify(results)).not.toContain(secret);
  return results;
}

test('finds nothing broken in a production system that works, and skips nothing', async () => {
  const results = await check();
  expect(results.filter(({ result }) => result !== 'good')).toEqual([]);
  expect(results).toHaveLength(18);
});

/** A broken thing, the only check that fails, its words, and how to break the thing. */
type Fault = [thing: string, fails: string, says: RegExp, breakIt: () => Promise<Broken | void>];

const FAULTS: Fault[] = [
  [
    'a support page without a phone number',
    'support_page',
    /The support page has no phone number\. Set SUPPORT_PHONE and SUPPORT_HOURS, and restart\./u,
    async () => ({ deps: production.depsOf({ SUPPORT_PHONE: '', SUPPORT_HOURS: '' }) }),
  ],
  [
    'a wrong consumer secret',
    'mpesa_access',
    /refuses the consumer key or secret \(http_400\)\. Copy MPESA_CONSUMER_KEY/u,
    async () => ({ deps: production.depsOf({ MPESA_CONSUMER_SECRET: 'wrong-consumer-secret' }) }),
  ],
  [
    'a wrong consumer secret while no token is stored',
    'mpesa_access',
    /refuses the consumer key or secret/u,
    async () => {
      await system.owner.query('delete from provider_tokens');
      return { deps: production.depsOf({ MPESA_CONSUMER_SECRET: 'wrong-consumer-secret' }) };
    },
  ],
  [
    'an M-PESA that cannot be reached',
    'mpesa_access',
    /127\.0\.0\.1:\d+ gives no access token \(ECONNREFUSED\)\. Allow outgoing HTTPS/u,
    async () => ({ deps: production.depsOf({}, `http://127.0.0.1:${await freePort()}`) }),
  ],
  [
    'callback addresses about which M-PESA has not answered',
    'pay_bill_addresses',
    /M-PESA has not answered the registration/u,
    async () => {
      await system.sandbox.behave({ failHttp: { path: paths.c2bRegister, status: 503, times: 1 } });
      await registerAgain();
    },
  ],
  [
    'callback addresses that M-PESA refuses',
    'pay_bill_addresses',
    /M-PESA refuses our address .* has the C2B product/u,
    async () => {
      await system.sandbox.behave({ missingProducts: [paths.c2bRegister] });
      await registerAgain();
    },
  ],
  [
    'a worker that has never started',
    'pay_bill_addresses',
    /There is no address .* Start the worker/u,
    async () => void (await system.owner.query('delete from pay_bill_addresses')),
  ],
  [
    'an app without Pull Transactions',
    'mpesa_pull',
    /refuses to list the payments .*\(401\.003\.01\)/u,
    async () => void (await system.sandbox.behave({ missingProducts: [paths.pullQuery] })),
  ],
  [
    'an expired certificate of M-PESA',
    'mpesa_certificate',
    /M-PESA’s certificate ended on .* Download the certificate/u,
    async () => {
      const { cert } = await world.issue({ name: 'mpesa.example', daysLeft: -1 });
      const MPESA_CERTIFICATE_FILE = production.writePem('expired.cer', cert);
      return { deps: production.depsOf({ MPESA_CERTIFICATE_FILE }) };
    },
  ],
  [
    'a mail server that refuses the login',
    'mail_server',
    /127\.0\.0\.1:\d+ refuses the login\. Correct user and password in SMTP_URL/u,
    async () => ({ deps: production.depsOf({ SMTP_URL: production.mailUrl('wrong-mail-password') }) }),
  ],
  [
    'a mail server that cannot be reached',
    'mail_server',
    /127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\. Check host and port of SMTP_URL/u,
    async () => ({ deps: production.depsOf({ SMTP_URL: production.mailUrl(MAIL_LOGIN.password, 1) }) }),
  ],
  [
    'a mail server with a certificate of another name',
    'mail_server',
    /localhost:\d+ offers no TLS that we trust\./u,
    async () => {
      const SMTP_URL = production.mailUrl(MAIL_LOGIN.password).replace('127.0.0.1', 'localhost');
      return { deps: production.depsOf({ SMTP_URL }) };
    },
  ],
  [
    'a mail domain without SPF',
    'spf',
    /mail\.zawadi\.example\.org has no SPF record\. Publish one TXT record/u,
    async () => void world.zone.delete('TXT mail.zawadi.example.org'),
  ],
  [
    'a mail domain without the DKIM key',
    'dkim',
    /s1\._domainkey\.mail\.zawadi\.example\.org has no DKIM key/u,
    async () => void world.zone.delete('TXT s1._domainkey.mail.zawadi.example.org'),
  ],
  [
    'a mail domain without DMARC',
    'dmarc',
    /mail\.zawadi\.example\.org has no DMARC record\. Publish a TXT record at _dmarc\.mail\.zawadi/u,
    async () => void world.zone.delete('TXT _dmarc.zawadi.example.org'),
  ],
  [
    'a refused key of the SMS gateway',
    'sms',
    /refuses SMS_USERNAME or SMS_API_KEY\. Make a new API key/u,
    async () => ({ deps: production.depsOf({ SMS_API_KEY: 'wrong-sms-key' }) }),
  ],
  [
    'a gateway that reports none of many SMS',
    'sms_reports',
    /has reported none of 20 SMS of the last day\. Enter the address that `npm run pay-bill:address`/u,
    async () => void (await system.owner.query(UNREPORTED_SMS)),
  ],
  [
    'a clock ten minutes ahead of the database’s',
    'clock',
    /This machine’s clock is (?:599|600) s ahead of the database’s\. Synchronise/u,
    async () => ({
      deps: { ...production.depsOf(), clock: { now: () => new Date(Date.now() + 10 * MINUTE_MS) } },
    }),
  ],
  [
    'a clock ten minutes ahead of M-PESA’s',
    'clock',
    /This machine’s clock is (?:599|600|601) s ahead of M-PESA’s\. Synchronise/u,
    async () => {
      const late = await startLateProvider(system.deps.config.mpesa.baseUrl, 10 * MINUTE_MS);
      onTestFinished(late.close);
      return { deps: production.depsOf({}, late.url) };
    },
  ],
  [
    'a certificate of PUBLIC_URL that soon ends',
    'public_certificate',
    /The certificate of gifts\.zawadi\.example\.org ends on .* Renew it/u,
    () => world.useCertificate({ name: PUBLIC_NAME, daysLeft: 5 }),
  ],
  [
    'a certificate of another name',
    'public_certificate',
    /is for another name \(DNS:other\.example\)\. Have the proxy use a certificate for gifts/u,
    () => world.useCertificate({ name: 'other.example', daysLeft: 60 }),
  ],
  [
    'a disk that is nearly full',
    'disk',
    /4\.0 GiB of 100\.0 GiB are free\. Delete old logs/u,
    async () => ({ readDisk: diskWith(4 * GIBIBYTE) }),
  ],
  [
    'a database login that owns the tables',
    'database',
    /DATABASE_URL signs in as \w+, who may do everything in the database\. Give the application a login/u,
    async () => {
      const { ownerUrl = '' } = system.deps.config.database;
      const db = openDatabase(ownerUrl, { connections: 2, name: 'doctor' });
      onTestFinished(() => db.destroy());
      return { deps: { ...production.depsOf(), db } };
    },
  ],
  [
    'a backup that is older than a day',
    'backup',
    /The latest backup is of .*, in nas:\/backups\. Run `npm run backup/u,
    () => recordBackup({ ageHours: 25 }),
  ],
  [
    'no backup',
    'backup',
    /No backup is recorded\. Run `npm run backup/u,
    async () => void (await system.owner.query('delete from backups')),
  ],
];

test.each(FAULTS)('finds %s, says what to do, and finds nothing else', async (_, fails, says, breakIt) => {
  const broken = (await check((await breakIt()) ?? {})).filter((one) => one.result === 'broken');
  expect(broken.map(({ name }) => name)).toEqual([fails]);
  expect(broken.map(({ text, nextStep }) => `${text}. ${nextStep}`)).toEqual([expect.stringMatching(says)]);
});
