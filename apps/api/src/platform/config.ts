import { readFileSync } from 'node:fs';
import { z } from 'zod';

const DEMO_SECRET = 'zawadi-demo-secret-for-the-sandbox-only-0000';

/** Whoever this is, the sandbox does not ask. */
const SANDBOX_NOMINATED_MSISDN = '254700000000';
const SANDBOX_SUPPORT = 'support@zawadi.test';

const port = z.coerce.number().int().min(1).max(65_535);
const wholeNumber = z.coerce.number().int().min(0);

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(4000),
  SANDBOX_PORT: port.default(4010),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/u }).optional(),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/u }).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(20),
  PUBLIC_URL: z.url({ protocol: /^https?$/u }).optional(),
  PROVIDER: z.enum(['sandbox', 'daraja-sandbox', 'daraja']).default('sandbox'),
  TRUST_PROXY: z.string().default(''),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  APP_SECRET: z.string().min(32).default(DEMO_SECRET),
  MPESA_CONSUMER_KEY: z.string().optional(),
  MPESA_CONSUMER_SECRET: z.string().optional(),
  MPESA_SHORT_CODE: z
    .string()
    .regex(/^[0-9]{5,7}$/u)
    .optional(),
  MPESA_PASSKEY: z.string().optional(),
  MPESA_INITIATOR_NAME: z.string().optional(),
  MPESA_INITIATOR_PASSWORD: z.string().optional(),
  MPESA_CERTIFICATE_FILE: z.string().optional(),
  MPESA_NOMINATED_MSISDN: z
    .string()
    .regex(/^254[17][0-9]{8}$/u)
    .optional(),
  SMS_USERNAME: z.string().optional(),
  SMS_API_KEY: z.string().optional(),
  SMS_FROM: z.string().default('ZAWADI'),
  SMTP_URL: z.url({ protocol: /^smtps?$/u }).optional(),
  MAIL_FROM: z.string().default('Zawadi <hello@zawadi.test>'),
  SUPPORT_EMAIL: z.email().optional(),
  SECURITY_CONTACT: z.union([z.email(), z.url({ protocol: /^https$/u })]).optional(),
  DEPOSIT_FEE_BASIS_POINTS: wholeNumber.max(10_000).default(500),
  WITHDRAWAL_FEE_BASIS_POINTS: wholeNumber.max(10_000).default(250),
  SETTLEMENT_FEE_BASIS_POINTS: wholeNumber.max(10_000).default(100),
  /** The largest batch that is paid without an administrator; 0 is none. */
  SETTLEMENT_AUTOMATIC_UP_TO: wholeNumber.default(250_000),
  SETTLEMENT_BANK_ROUTE: z.enum(['pay-bill', 'file']).default('pay-bill'),
  MAXIMUM_TRANSACTION: wholeNumber.default(250_000),
  MINIMUM_WITHDRAWAL: wholeNumber.default(10),
  DAILY_LIMIT: wholeNumber.default(500_000),
  WALLET_LIMIT: wholeNumber.default(500_000),
  /** From this amount on a second administrator has to approve refunds, adjustments and releases. */
  APPROVAL_FROM: wholeNumber.default(10_000),
  TEST_ENVIRONMENT_URL: z.url({ protocol: /^https?$/u }).optional(),
  MERCHANT_API_CALLS_PER_MINUTE: wholeNumber.min(1).optional(),
  MERCHANT_API_PLATFORM_CALLS_PER_MINUTE: wholeNumber.min(1).optional(),
});

export type Environment = z.infer<typeof environment>;
export type Config = ReturnType<typeof build>;

/** A configuration that cannot work; the message is a list of sentences for the operator. */
export class BadConfiguration extends Error {
  constructor(sentences: string[]) {
    super(sentences.join('\n'));
    this.name = 'BadConfiguration';
  }
}

/**
 * Reads and checks the environment.
 * @throws BadConfiguration with one sentence per mistake
 */
export function readConfig(source: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new BadConfiguration(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} is not valid: ${issue.message}.`),
    );
  }
  const sentences = contradictionsIn(parsed.data);
  if (sentences.length > 0) throw new BadConfiguration(sentences);
  return build(parsed.data);
}

const REAL_PROVIDER_NEEDS = [
  'MPESA_CONSUMER_KEY',
  'MPESA_CONSUMER_SECRET',
  'MPESA_SHORT_CODE',
  'MPESA_PASSKEY',
  'MPESA_INITIATOR_NAME',
  'MPESA_INITIATOR_PASSWORD',
  'MPESA_CERTIFICATE_FILE',
  'SMS_USERNAME',
  'SMS_API_KEY',
  'SMTP_URL',
  'SUPPORT_EMAIL',
  'PUBLIC_URL',
] as const;

function contradictionsIn(env: Environment): string[] {
  const sentences: string[] = [];
  const isProduction = env.NODE_ENV === 'production' || env.PROVIDER === 'daraja';
  if (isProduction && env.PROVIDER === 'sandbox') {
    sentences.push('A production start needs PROVIDER=daraja (or daraja-sandbox); the sandbox pays nobody.');
  }
  if (isProduction && env.APP_SECRET === DEMO_SECRET) {
    sentences.push('A production start needs its own APP_SECRET of at least 32 random characters.');
  }
  if (isProduction && env.PUBLIC_URL?.startsWith('http://')) {
    sentences.push(
      'A production start needs an https PUBLIC_URL, because M-PESA and passwords travel over it.',
    );
  }
  if (env.PROVIDER !== 'sandbox') {
    for (const name of REAL_PROVIDER_NEEDS) {
      if (env[name] === undefined) sentences.push(`PROVIDER=${env.PROVIDER} needs ${name}.`);
    }
  }
  if (env.PORT === env.SANDBOX_PORT) sentences.push('PORT and SANDBOX_PORT must differ.');
  return sentences;
}

function build(env: Environment) {
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/u, '');
  return {
    isProduction: env.NODE_ENV === 'production' || env.PROVIDER === 'daraja',
    // Only in the demo may a password alone open the books.
    administratorsNeedTwoFactor: env.NODE_ENV === 'production' || env.PROVIDER !== 'sandbox',
    provider: env.PROVIDER,
    port: env.PORT,
    host: env.HOST,
    sandboxPort: env.SANDBOX_PORT,
    dataDir: env.DATA_DIR,
    publicUrl,
    // The sandbox answers on this machine, wherever browsers find us.
    callbackUrl: env.PROVIDER === 'sandbox' ? `http://127.0.0.1:${env.PORT}` : publicUrl,
    trustProxy: env.TRUST_PROXY === '' ? false : env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    database: {
      url: env.DATABASE_URL,
      ownerUrl: env.DATABASE_OWNER_URL,
      connections: env.DATABASE_CONNECTIONS,
    },
    secret: Buffer.from(env.APP_SECRET),
    fees: {
      depositBasisPoints: env.DEPOSIT_FEE_BASIS_POINTS,
      withdrawalBasisPoints: env.WITHDRAWAL_FEE_BASIS_POINTS,
    },
    settlements: {
      feeBasisPoints: env.SETTLEMENT_FEE_BASIS_POINTS,
      automaticUpTo: env.SETTLEMENT_AUTOMATIC_UP_TO,
      bankRoute: env.SETTLEMENT_BANK_ROUTE,
      /** M-PESA pays out no less. */
      minimumNet: 10,
    },
    limits: {
      minimumPurchase: 1,
      minimumWithdrawal: env.MINIMUM_WITHDRAWAL,
      maximumTransaction: env.MAXIMUM_TRANSACTION,
      daily: env.DAILY_LIMIT,
      wallet: env.WALLET_LIMIT,
    },
    approvalFrom: env.APPROVAL_FROM,
    testEnvironmentUrl: testEnvironment(env, publicUrl),
    machineCalls: machineCalls(env),
    mpesa: {
      baseUrl: providerAddress(env),
      consumerKey: env.MPESA_CONSUMER_KEY,
      consumerSecret: env.MPESA_CONSUMER_SECRET,
      shortCode: env.MPESA_SHORT_CODE,
      passkey: env.MPESA_PASSKEY,
      initiatorName: env.MPESA_INITIATOR_NAME,
      initiatorPassword: env.MPESA_INITIATOR_PASSWORD,
      certificatePem: env.MPESA_CERTIFICATE_FILE && readFileSync(env.MPESA_CERTIFICATE_FILE, 'utf8'),
      nominatedMsisdn:
        env.MPESA_NOMINATED_MSISDN ?? (env.PROVIDER === 'sandbox' ? SANDBOX_NOMINATED_MSISDN : undefined),
    },
    sms: {
      baseUrl: env.PROVIDER === 'sandbox' ? sandboxAddress(env) : 'https://api.africastalking.com',
      username: env.SMS_USERNAME ?? 'sandbox',
      apiKey: env.SMS_API_KEY,
      from: env.SMS_FROM,
    },
    mail: {
      smtpUrl: env.SMTP_URL ?? `smtp://127.0.0.1:${env.SANDBOX_PORT + 1}`,
      from: env.MAIL_FROM,
      /** Where what merchants write to us arrives. */
      support: env.SUPPORT_EMAIL ?? SANDBOX_SUPPORT,
    },
    securityContact: securityContact(env),
    sandboxPhoneUrl: env.PROVIDER === 'sandbox' ? `http://localhost:${env.SANDBOX_PORT}` : undefined,
  };
}

/** Where merchants try their systems out. The demo is one itself; where real money moves, another has to be named. */
function testEnvironment(env: Environment, publicUrl: string): string | undefined {
  if (env.TEST_ENVIRONMENT_URL !== undefined) return env.TEST_ENVIRONMENT_URL.replace(/\/+$/u, '');
  return env.PROVIDER === 'sandbox' ? `${publicUrl}/api/v1` : undefined;
}

/** Where to report what is wrong with our security, as an address that begins with its scheme. */
function securityContact({ SECURITY_CONTACT: contact, SUPPORT_EMAIL: support }: Environment): string {
  const given = contact ?? support ?? SANDBOX_SUPPORT;
  return given.startsWith('https:') ? given : `mailto:${given}`;
}

/** How often one merchant's systems may call: with its own limit, and without. The sandbox is there to be tried out. */
function machineCalls(env: Environment) {
  const factor = env.PROVIDER === 'sandbox' ? 1_000 : 1;
  return {
    perMinute: env.MERCHANT_API_CALLS_PER_MINUTE ?? 1_200 * factor,
    platformPerMinute: env.MERCHANT_API_PLATFORM_CALLS_PER_MINUTE ?? 12_000 * factor,
  };
}

function sandboxAddress(env: Environment): string {
  return `http://127.0.0.1:${env.SANDBOX_PORT}`;
}

function providerAddress(env: Environment): string {
  if (env.PROVIDER === 'sandbox') return sandboxAddress(env);
  return env.PROVIDER === 'daraja' ? 'https://api.safaricom.co.ke' : 'https://sandbox.safaricom.co.ke';
}
