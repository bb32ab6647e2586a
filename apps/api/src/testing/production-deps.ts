import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxCertificatePem } from '@zawadi/sandbox/certificate';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { createDeps } from '../app.ts';
import { readConfig } from '../config/config.ts';
import type { PaymentDeps } from '../features/mpesa/client/index.ts';
import { MAIL_LOGIN, startOutsideWorld, type OutsideWorld } from './outside-world.ts';
import { createTestSystem, type TestSystem } from './test-system.ts';

/** Name in the PUBLIC_URL of the production process. */
export const PUBLIC_NAME = 'gifts.zawadi.example.org';

/** DNS records of a production system that works. */
export const RECORDS = {
  [`A ${PUBLIC_NAME}`]: '127.0.0.1',
  'TXT mail.zawadi.example.org': 'v=spf1 include:mail.example -all',
  'TXT s1._domainkey.mail.zawadi.example.org': 'v=DKIM1; k=rsa; p=MIIBIjANBg',
  'TXT _dmarc.zawadi.example.org': 'v=DMARC1; p=quarantine',
};

export type Production = Awaited<ReturnType<typeof startProduction>>;

/** Starts a test system with an outside world, in which nothing is broken, for production processes. */
export async function startProduction() {
  const system = await createTestSystem();
  const world = await startOutsideWorld({ name: PUBLIC_NAME, daysLeft: 60 });
  const production = createProduction(system, world);
  const close = async () => {
    await Promise.all([production.close(), world.close()]);
    await system.close();
  };
  return { ...production, system, world, close };
}

/** Makes the dependencies of production processes on a test system's database and sandbox, and in an outside world. */
function createProduction(system: TestSystem, world: OutsideWorld) {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-production-'));
  const opened: PaymentDeps[] = [];
  const mailUrl = (password: string, port = world.mailPort): string =>
    `smtps://${MAIL_LOGIN.user}:${password}@127.0.0.1:${port}`;
  const writePem = (name: string, pem: string): string => {
    const path = join(folder, name);
    writeFileSync(path, pem);
    return path;
  };

  /**
   * @param environment changes of the environment
   * @param mpesaUrl the sandbox's if undefined. Only this URL and that of the SMS gateway are no settings
   */
  function depsOf(environment: Record<string, string> = {}, mpesaUrl?: string): PaymentDeps {
    const { mpesa, sms, database } = system.deps.config;
    const config = readConfig({
      PROVIDER: 'daraja',
      PUBLIC_URL: `https://${PUBLIC_NAME}:${world.proxyPort}`,
      DATABASE_URL: database.url,
      DATABASE_CONNECTIONS: '4',
      APP_SECRET: 'a secret of this test, long enough for keys: 8f3b1c',
      DNS_SERVER: world.dnsServer,
      LOG_LEVEL: 'silent',
      MPESA_CONSUMER_KEY: sandboxCredentials.consumerKey,
      MPESA_CONSUMER_SECRET: sandboxCredentials.consumerSecret,
      MPESA_SHORT_CODE: sandboxCredentials.shortCode,
      MPESA_PASSKEY: sandboxCredentials.passkey,
      MPESA_INITIATOR_NAME: sandboxCredentials.initiatorName,
      MPESA_INITIATOR_PASSWORD: sandboxCredentials.initiatorPassword,
      MPESA_CERTIFICATE_FILE: writePem('mpesa.cer', sandboxCertificatePem),
      MPESA_NOMINATED_MSISDN: '254700000000',
      SMS_USERNAME: sandboxCredentials.smsUsername,
      SMS_API_KEY: sandboxCredentials.smsApiKey,
      SMTP_URL: mailUrl(MAIL_LOGIN.password),
      MAIL_FROM: 'Zawadi <hello@mail.zawadi.example.org>',
      MAIL_DKIM_SELECTOR: 's1',
      SUPPORT_EMAIL: 'help@zawadi.example.org',
      SUPPORT_PHONE: '0800 123 456',
      SUPPORT_HOURS: 'Mon-Sat 08:00-20:00',
      ...environment,
    });
    const atSandbox = {
      ...config,
      mpesa: { ...config.mpesa, baseUrl: mpesaUrl ?? mpesa.baseUrl },
      sms: { ...config.sms, baseUrl: sms.baseUrl },
    };
    const deps = createDeps(atSandbox, 'doctor');
    opened.push(deps);
    return deps;
  }

  /** Closes the connections of every process so far. Call it after each test: the database allows only so many. */
  async function closeProcesses(): Promise<void> {
    await Promise.all(opened.splice(0).map(({ db }) => db.destroy()));
  }

  return {
    depsOf,
    mailUrl,
    writePem,
    closeProcesses,
    close: async () => {
      await closeProcesses();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
