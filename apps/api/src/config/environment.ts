import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { mistakesInSecrets } from './app-secrets.ts';
import { isAddressRange, isDnsServer } from './ip-addresses.ts';
import { CRASH_STEPS } from '../platform/crash-points.ts';
import { HIGHEST_PORT, portContradictions } from './port-contradictions.ts';
import { readSettingFiles } from './settings-in-files.ts';
import { supportHours, supportPhone } from './support-contacts.ts';

/** Domains that cannot send mail: reserved ones (RFC 2606), and names of a single machine. */
const NO_MAIL_DOMAIN = /^(?:[^.]*|.*\.(?:test|example|invalid|localhost|local|internal))$/iu;

const port = z.coerce.number().int().min(1).max(HIGHEST_PORT);
const shortCode = z.string().regex(/^[0-9]{5,7}$/u);
const wholeNumber = z.coerce.number().int().min(0);

/**
 * Checks a list for Fastify's `trustProxy`. If every address were trusted, any caller could pretend to have any IP
 * address.
 */
const proxies = z.string().refine((list) => list.split(',').every((one) => isAddressRange(one.trim())), {
  error:
    'give the addresses of your proxies, as in "127.0.0.1, 10.0.0.0/8"; loopback, linklocal and uniquelocal work too',
});

/** Read at the start, so that a mistake shows before the first pay-out. */
const certificateFile = z.string().transform((path, context) => {
  try {
    const pem = readFileSync(path, 'utf8');
    if (createPublicKey(pem).asymmetricKeyType === 'rsa') return pem;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) {
      context.addIssue(`${path} cannot be read (${error.message})`);
      return z.NEVER;
    }
  }
  context.addIssue(
    `${path} holds no certificate with an RSA key in PEM form; download the one of your environment from the Daraja portal`,
  );
  return z.NEVER;
});

const environment = z.object({
  // Refuses a mistyped `production`, which must not start the demo.
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(4000),
  SANDBOX_PORT: port.default(4010),
  HOST: z.string().default('127.0.0.1'),
  /** Port of the API's metrics. The worker uses the next port. */
  METRICS_PORT: port.optional(),
  /** Host on which metrics are served: by default local, because they require no password. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Standard variables of OpenTelemetry: endpoint, and share of traces to keep. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/u }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/u }).optional(),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/u }).optional(),
  /** For backups: signs in as `zawadi_backup`, which may only read. */
  DATABASE_BACKUP_URL: z.url({ protocol: /^postgres(ql)?$/u }).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(20),
  PUBLIC_URL: z.url({ protocol: /^https?$/u }).optional(),
  /** Demo history to create at the first start: six months, or a few minutes. */
  SEED: z.enum(['full', 'small']).default('full'),
  PROVIDER: z.enum(['sandbox', 'daraja-sandbox', 'daraja']).default('sandbox'),
  TRUST_PROXY: proxies.optional(),
  /** Maximum number of open connections, including live streams. Further connections are closed at once. */
  MAXIMUM_CONNECTIONS: wholeNumber.min(10).default(10_000),
  /** Time after SIGTERM during which the API accepts new requests, while `/readyz` already reports the shutdown. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(6).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  LOG_TO: z.enum(['files', 'stdout']).default('files'),
  APP_SECRET: z.string().min(32).optional(),
  /** Secrets during a rotation, newest first; replaces APP_SECRET. The newest one seals new values. */
  APP_SECRETS: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .pipe(z.array(z.string().min(32, { error: 'each secret has at least 32 characters' })))
    .optional(),
  MPESA_CONSUMER_KEY: z.string().optional(),
  MPESA_CONSUMER_SECRET: z.string().optional(),
  MPESA_SHORT_CODE: shortCode.optional(),
  MPESA_PAYOUT_SHORT_CODE: shortCode.optional(),
  MPESA_PAYOUT_INITIATOR_NAME: z.string().optional(),
  MPESA_PAYOUT_INITIATOR_PASSWORD: z.string().optional(),
  MPESA_C2B_VERSION: z.enum(['v1', 'v2']).default('v2'),
  MPESA_PASSKEY: z.string().optional(),
  MPESA_INITIATOR_NAME: z.string().optional(),
  MPESA_INITIATOR_PASSWORD: z.string().optional(),
  MPESA_CERTIFICATE_FILE: certificateFile.optional(),
  MPESA_NOMINATED_MSISDN: z.stringFormat('254712345678', /^254[17][0-9]{8}$/u).optional(),
  SMS_USERNAME: z.string().optional(),
  SMS_API_KEY: z.string().optional(),
  SMS_FROM: z.string().default('ZAWADI'),
  /** The USSD code as people dial it, and the input that the gateway of a shared code sends first. */
  USSD_SERVICE_CODE: z.stringFormat('*384*44135#', /^\*[\d*]{2,38}#$/u).optional(),
  USSD_PREFIX: z.stringFormat('digits', /^\d{1,8}$/u).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/u }).optional(),
  MAIL_FROM: z.string().optional(),
  /** Mailbox to which undelivered mails return, whose mail server posts them to Zawadi. By default MAIL_FROM. */
  MAIL_BOUNCES_TO: z.stringFormat('bounces@example.com', /^[a-z0-9.-]{1,15}@[a-z0-9.-]+$/u).optional(),
  /** Selector of the DKIM key of MAIL_FROM's domain, which `npm run doctor` looks up. */
  MAIL_DKIM_SELECTOR: z
    .string()
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/u)
    .optional(),
  /** DNS server that the checks ask, with or without a port. The system's by default. */
  DNS_SERVER: z
    .string()
    .refine(isDnsServer, { error: 'give an IP address, as in 1.1.1.1 or 127.0.0.1:5353' })
    .optional(),
  SUPPORT_EMAIL: z.email().optional(),
  SUPPORT_PHONE: supportPhone.optional(),
  SUPPORT_HOURS: supportHours.optional(),
  /** URL to which alerts are posted, and the secret that signs them (Standard Webhooks). */
  ALERT_WEBHOOK_URL: z.url({ protocol: /^https?$/u }).optional(),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/u, {
      error: 'it begins with whsec_ and has at least 24 bytes in base64',
    })
    .optional(),
  /** Whether to ask Safaricom when a SIM was swapped. Safaricom charges for it. */
  MPESA_SIM_SWAP_CHECK: z.enum(['on', 'off']).optional(),
  /** Allows a production start on the embedded database. */
  ALLOW_EMBEDDED_DATABASE: z.literal('1').optional(),
  SECURITY_CONTACT: z.union([z.email(), z.url({ protocol: /^https$/u })]).optional(),
  DEPOSIT_FEE_BASIS_POINTS: wholeNumber.max(10_000).default(500),
  WITHDRAWAL_FEE_BASIS_POINTS: wholeNumber.max(10_000).default(250),
  SETTLEMENT_FEE_BASIS_POINTS: wholeNumber.max(10_000).default(100),
  SETTLEMENT_ON_DEMAND_FEE_BASIS_POINTS: wholeNumber.max(10_000).default(200),
  /** Largest settlement batch in shillings that is paid without an administrator's approval; 0 for none. */
  SETTLEMENT_AUTOMATIC_UP_TO: wholeNumber.default(250_000),
  SETTLEMENT_BANK_ROUTE: z.enum(['pay-bill', 'file']).default('pay-bill'),
  MAXIMUM_TRANSACTION: wholeNumber.default(250_000),
  MINIMUM_WITHDRAWAL: wholeNumber.default(10),
  DAILY_LIMIT: wholeNumber.default(500_000),
  WALLET_LIMIT: wholeNumber.default(500_000),
  /** Days for which a new account may withdraw only NEW_ACCOUNT_DAILY_LIMIT a day; 0 for no such limit. */
  NEW_ACCOUNT_DAYS: wholeNumber.max(90).optional(),
  NEW_ACCOUNT_DAILY_LIMIT: wholeNumber.min(10).default(20_000),
  /** Amount in shillings from which refunds, adjustments and releases need a second administrator. */
  APPROVAL_FROM: wholeNumber.default(10_000),
  TEST_ENVIRONMENT_URL: z.url({ protocol: /^https?$/u }).optional(),
  /** Crash point at which a sandbox process kills itself, to test recovery: a step, or `step/kind`. */
  CRASH_AT: z.templateLiteral([z.enum(CRASH_STEPS), z.string().regex(/^(\/[a-z0-9_]+)?$/u)]).optional(),
  /** Whether the contract's rate limits apply unchanged, or multiplied by a thousand, as is default in the sandbox. */
  RATES: z.enum(['sandbox', 'production']).optional(),
  /** Maximum SMS and emails a day that people may cause without a proven relation to the recipient. */
  STRANGER_SMS_PER_DAY: wholeNumber.optional(),
  STRANGER_MAILS_PER_DAY: wholeNumber.optional(),
  MERCHANT_API_CALLS_PER_MINUTE: wholeNumber.min(1).optional(),
  MERCHANT_API_PLATFORM_CALLS_PER_MINUTE: wholeNumber.min(1).optional(),
});

export type Environment = z.infer<typeof environment>;

/** Names of all environment variables. */
export const ENVIRONMENT_VARIABLES: readonly string[] = Object.keys(environment.shape);

/** Thrown for an unusable configuration. The message lists one sentence per mistake, for the operator. */
export class BadConfiguration extends Error {
  constructor(sentences: string[]) {
    super(sentences.join('\n'));
    this.name = 'BadConfiguration';
  }
}

/**
 * Reads and checks the environment. An empty variable counts as absent; `NAME_FILE` names a file with the value.
 * @throws BadConfiguration with one sentence per mistake
 */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const { given, mistakes } = readSettingFiles(source, ENVIRONMENT_VARIABLES);
  if (mistakes.length > 0) throw new BadConfiguration(mistakes);
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new BadConfiguration(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} is not valid: ${issue.message}.`),
    );
  }
  const sentences = contradictionsIn(parsed.data);
  if (sentences.length > 0) throw new BadConfiguration(sentences);
  return parsed.data;
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
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'PUBLIC_URL',
] as const;

function contradictionsIn(env: Environment): string[] {
  const sentences: string[] = [];
  const isProduction = env.NODE_ENV === 'production' || env.PROVIDER === 'daraja';
  if (isProduction && env.PROVIDER === 'sandbox') {
    sentences.push(
      'A production start needs PROVIDER=daraja (or daraja-sandbox); the sandbox moves no money.',
    );
  }
  sentences.push(...mistakesInSecrets(env, isProduction));
  if (isProduction && env.PUBLIC_URL?.startsWith('http://')) {
    sentences.push(
      'A production start needs an https PUBLIC_URL, because M-PESA and passwords travel over it.',
    );
  }
  if (isProduction && env.DATABASE_URL === undefined && env.ALLOW_EMBEDDED_DATABASE === undefined) {
    sentences.push(
      'A production start needs a PostgreSQL of its own (DATABASE_URL and DATABASE_OWNER_URL); ALLOW_EMBEDDED_DATABASE=1 takes the one that comes with the product.',
    );
  }
  if (
    env.PROVIDER !== 'sandbox' &&
    env.MAIL_FROM !== undefined &&
    NO_MAIL_DOMAIN.test(domainOf(env.MAIL_FROM))
  ) {
    sentences.push(`MAIL_FROM is at ${domainOf(env.MAIL_FROM)}, where no mail can come from.`);
  }
  if (env.PROVIDER !== 'sandbox') {
    for (const name of REAL_PROVIDER_NEEDS) {
      if (env[name] === undefined) sentences.push(`PROVIDER=${env.PROVIDER} needs ${name}.`);
    }
  }
  if ((env.ALERT_WEBHOOK_URL === undefined) !== (env.ALERT_WEBHOOK_SECRET === undefined)) {
    sentences.push('Set both ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET, or neither.');
  }
  if (env.PROVIDER !== 'sandbox' && env.ALERT_WEBHOOK_URL?.startsWith('http://')) {
    sentences.push('ALERT_WEBHOOK_URL has to be https; alerts name amounts and accounts.');
  }
  const payout = [env.MPESA_PAYOUT_INITIATOR_NAME, env.MPESA_PAYOUT_INITIATOR_PASSWORD];
  if (payout.some(Boolean) && !(payout.every(Boolean) && env.MPESA_PAYOUT_SHORT_CODE !== undefined)) {
    sentences.push('MPESA_PAYOUT_INITIATOR_NAME goes with its …_PASSWORD and MPESA_PAYOUT_SHORT_CODE.');
  }
  if (env.RATES === 'sandbox' && env.PROVIDER !== 'sandbox') {
    sentences.push(
      'RATES=sandbox lets strangers call a thousand times as often; it is for PROVIDER=sandbox.',
    );
  }
  if (env.CRASH_AT !== undefined && (isProduction || env.PROVIDER !== 'sandbox')) {
    sentences.push('CRASH_AT kills the process; it is for tests with the sandbox.');
  }
  return [...sentences, ...portContradictions(env)];
}

/** Returns the domain of an email sender: `Zawadi <hello@zawadi.co.ke>`, or the bare address. */
export function domainOf(sender: string): string {
  return sender.replace(/^.*@/u, '').replace(/[>\s]+$/u, '');
}
