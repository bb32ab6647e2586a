import { secretsOf } from './app-secrets.ts';
import { readEnvironment, type Environment } from './environment.ts';

/** The sandbox accepts any nominated phone number. */
const SANDBOX_NOMINATED_MSISDN = '254700000000';
const SANDBOX_SUPPORT = 'support@zawadi.test';
const SANDBOX_USSD_CODE = '*384*44135#';
const SANDBOX_BOUNCES = 'bounces@zawadi.test';

export type Config = ReturnType<typeof build>;

/**
 * Builds the configuration from the environment.
 * @throws BadConfiguration with one sentence per mistake
 */
export function readConfig(source: Record<string, string | undefined>): Config {
  return build(readEnvironment(source));
}

function build(env: Environment) {
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/u, '');
  const smtpUrl = env.SMTP_URL ?? `smtp://127.0.0.1:${env.SANDBOX_PORT + 1}`;
  return {
    isProduction: env.NODE_ENV === 'production' || env.PROVIDER === 'daraja',
    // Administrators may sign in with only a password in the demo, nowhere else.
    administratorsNeedTwoFactor: env.NODE_ENV === 'production' || env.PROVIDER !== 'sandbox',
    provider: env.PROVIDER,
    seed: env.SEED,
    port: env.PORT,
    host: env.HOST,
    sandboxPort: env.SANDBOX_PORT,
    /** Ports on this machine on which the product listens. No webhook URL of a merchant may reach them. */
    ownPorts: [
      env.PORT,
      env.SANDBOX_PORT,
      ...metricsPorts(env),
      ...[smtpUrl, env.DATABASE_URL, env.OTEL_EXPORTER_OTLP_ENDPOINT].flatMap(portNamedBy),
    ],
    metrics: metricsAddresses(env),
    traces: { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, sampledShare: env.OTEL_TRACES_SAMPLER_ARG },
    dataDir: env.DATA_DIR,
    publicUrl,
    // The sandbox runs on this machine, so its callbacks need no public URL.
    callbackUrl: env.PROVIDER === 'sandbox' ? `http://127.0.0.1:${env.PORT}` : publicUrl,
    trustProxy: env.TRUST_PROXY ?? false,
    maximumConnections: env.MAXIMUM_CONNECTIONS,
    drainMs: env.DRAIN_SECONDS * 1_000,
    logLevel: env.LOG_LEVEL,
    /** File to which `npm start` writes the output of its processes. */
    logTo: env.LOG_TO,
    database: {
      url: env.DATABASE_URL,
      ownerUrl: env.DATABASE_OWNER_URL,
      backupUrl: env.DATABASE_BACKUP_URL,
      connections: env.DATABASE_CONNECTIONS,
    },
    /** Secrets, newest first. */
    secrets: secretsOf(env).map((secret) => Buffer.from(secret)),
    fees: {
      depositBasisPoints: env.DEPOSIT_FEE_BASIS_POINTS,
      withdrawalBasisPoints: env.WITHDRAWAL_FEE_BASIS_POINTS,
    },
    settlements: {
      feeBasisPoints: env.SETTLEMENT_FEE_BASIS_POINTS,
      automaticUpTo: env.SETTLEMENT_AUTOMATIC_UP_TO,
      bankRoute: env.SETTLEMENT_BANK_ROUTE,
      onDemand: { feeBasisPoints: env.SETTLEMENT_ON_DEMAND_FEE_BASIS_POINTS, minimum: 500, daily: 250_000 },
      /** M-PESA's minimum for a pay-out, in shillings. */
      minimumNet: 10,
    },
    limits: {
      minimumPurchase: 1,
      minimumWithdrawal: env.MINIMUM_WITHDRAWAL,
      maximumTransaction: env.MAXIMUM_TRANSACTION,
      daily: env.DAILY_LIMIT,
      wallet: env.WALLET_LIMIT,
    },
    // Off in the sandbox, where programs withdraw any amount a moment after a sign-up.
    newAccounts: {
      days: env.NEW_ACCOUNT_DAYS ?? (env.PROVIDER === 'sandbox' ? 0 : 7),
      daily: env.NEW_ACCOUNT_DAILY_LIMIT,
    },
    approvalFrom: env.APPROVAL_FROM,
    testEnvironmentUrl: testEnvironment(env, publicUrl),
    /**
     * Factor for the contract's rate limits, which suit the open internet. In the sandbox, programs sign in dozens of
     * people from one IP address.
     */
    rateFactor: rateFactor(env),
    machineCalls: machineCalls(env),
    strangers: strangers(env),
    mpesa: {
      baseUrl: providerAddress(env),
      consumerKey: env.MPESA_CONSUMER_KEY,
      consumerSecret: env.MPESA_CONSUMER_SECRET,
      shortCode: env.MPESA_SHORT_CODE,
      payoutShortCode: env.MPESA_PAYOUT_SHORT_CODE,
      payoutInitiatorName: env.MPESA_PAYOUT_INITIATOR_NAME,
      payoutInitiatorPassword: env.MPESA_PAYOUT_INITIATOR_PASSWORD,
      c2bVersion: env.MPESA_C2B_VERSION,
      passkey: env.MPESA_PASSKEY,
      initiatorName: env.MPESA_INITIATOR_NAME,
      initiatorPassword: env.MPESA_INITIATOR_PASSWORD,
      certificatePem: env.MPESA_CERTIFICATE_FILE,
      checksSimSwaps: (env.MPESA_SIM_SWAP_CHECK ?? (env.PROVIDER === 'sandbox' ? 'on' : 'off')) === 'on',
      nominatedMsisdn:
        env.MPESA_NOMINATED_MSISDN ?? (env.PROVIDER === 'sandbox' ? SANDBOX_NOMINATED_MSISDN : undefined),
    },
    sms: {
      baseUrl: env.PROVIDER === 'sandbox' ? sandboxAddress(env) : 'https://api.africastalking.com',
      username: env.SMS_USERNAME ?? 'sandbox',
      apiKey: env.SMS_API_KEY,
      from: env.SMS_FROM,
    },
    ussd: {
      serviceCode: env.USSD_SERVICE_CODE ?? (env.PROVIDER === 'sandbox' ? SANDBOX_USSD_CODE : undefined),
      prefix: env.USSD_PREFIX,
    },
    mail: {
      smtpUrl,
      from: env.MAIL_FROM ?? 'Zawadi <hello@zawadi.test>',
      dkimSelector: env.MAIL_DKIM_SELECTOR,
      bouncesTo: env.MAIL_BOUNCES_TO ?? (env.PROVIDER === 'sandbox' ? SANDBOX_BOUNCES : undefined),
    },
    /** Contacts on the support page; the address also receives alerts and merchants' support requests. */
    support: {
      email: env.SUPPORT_EMAIL ?? SANDBOX_SUPPORT,
      phone: env.SUPPORT_PHONE,
      hours: env.SUPPORT_HOURS,
    },
    dnsServer: env.DNS_SERVER,
    alertWebhook:
      env.ALERT_WEBHOOK_URL === undefined || env.ALERT_WEBHOOK_SECRET === undefined
        ? undefined
        : { url: env.ALERT_WEBHOOK_URL, secret: env.ALERT_WEBHOOK_SECRET },
    securityContact: securityContact(env),
    crashAt: env.CRASH_AT,
    sandboxPhoneUrl: env.PROVIDER === 'sandbox' ? `http://localhost:${env.SANDBOX_PORT}` : undefined,
  };
}

/** Returns the metrics ports of the API and the worker. `npm start` runs both on one machine, so they need two. */
function metricsPorts({ METRICS_PORT: port }: Environment): number[] {
  return port === undefined ? [] : [port, port + 1];
}

function metricsAddresses(env: Environment) {
  const [api, worker] = metricsPorts(env).map((port) => ({ host: env.METRICS_HOST, port }));
  return { api, worker };
}

function portNamedBy(url: string | undefined): number[] {
  const port = url === undefined ? '' : new URL(url).port;
  return port === '' ? [] : [Number(port)];
}

/**
 * Returns the URL of the API that merchants can test with. The sandbox is its own; a system with real money must name
 * another one.
 */
function testEnvironment(env: Environment, publicUrl: string): string | undefined {
  if (env.TEST_ENVIRONMENT_URL !== undefined) return env.TEST_ENVIRONMENT_URL.replace(/\/+$/u, '');
  return env.PROVIDER === 'sandbox' ? `${publicUrl}/api/v1` : undefined;
}

/** Returns the contact for security reports, as a URL or `mailto:` address. */
function securityContact({ SECURITY_CONTACT: contact, SUPPORT_EMAIL: support }: Environment): string {
  const given = contact ?? support ?? SANDBOX_SUPPORT;
  return given.startsWith('https:') ? given : `mailto:${given}`;
}

function rateFactor({ RATES, PROVIDER }: Environment): number {
  return (RATES ?? (PROVIDER === 'sandbox' ? 'sandbox' : 'production')) === 'sandbox' ? 1_000 : 1;
}

/**
 * Returns the API calls per minute allowed to one merchant: with its rate limit on, and the platform's limit
 * otherwise. The sandbox multiplies its defaults by `sandboxFactor`.
 */
function machineCalls(env: Environment) {
  const factor = rateFactor(env);
  const { MERCHANT_API_CALLS_PER_MINUTE: limited, MERCHANT_API_PLATFORM_CALLS_PER_MINUTE: platform } = env;
  return {
    perMinute: limited ?? 1_200 * factor,
    platformPerMinute: platform ?? 12_000 * factor,
    sandboxFactor: limited === undefined && platform === undefined ? factor : 1,
  };
}

/**
 * Returns how many messages a day people may cause without a proven relation to the recipient. Higher in the sandbox.
 */
function strangers(env: Environment) {
  const factor = rateFactor(env);
  return {
    sms: { perDay: env.STRANGER_SMS_PER_DAY ?? 5_000 * factor },
    email: { perDay: env.STRANGER_MAILS_PER_DAY ?? 20_000 * factor },
  };
}

function sandboxAddress(env: Environment): string {
  return `http://127.0.0.1:${env.SANDBOX_PORT}`;
}

function providerAddress(env: Environment): string {
  if (env.PROVIDER === 'sandbox') return sandboxAddress(env);
  return env.PROVIDER === 'daraja' ? 'https://api.safaricom.co.ke' : 'https://sandbox.safaricom.co.ke';
}
