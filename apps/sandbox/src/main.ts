import { join } from 'node:path';
import { z } from 'zod';
import { createSandbox } from './sandbox.ts';
import { serviceSchema, type UssdService } from './ussd/services.ts';

const port = z.coerce.number().int().min(1).max(65_534);

const environment = z.object({
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_PORT: port.default(4010),
  SANDBOX_SMTP_PORT: port.optional(),
  DATA_DIR: z.string().min(1).default('./.data'),
  SANDBOX_USSD_CODE: serviceSchema.shape.serviceCode.optional(),
  SANDBOX_USSD_URL: serviceSchema.shape.callbackUrl.optional(),
  SANDBOX_USSD_EVENT_URL: serviceSchema.shape.eventUrl,
});

const parsed = environment.safeParse(process.env);
if (!parsed.success) {
  const [issue] = parsed.error.issues;
  fail(`${String(issue?.path[0])} is not usable: ${issue?.message}.`);
}

const { SANDBOX_HOST, SANDBOX_PORT, SANDBOX_SMTP_PORT, DATA_DIR } = parsed.data;
const { SANDBOX_USSD_CODE, SANDBOX_USSD_URL, SANDBOX_USSD_EVENT_URL } = parsed.data;
if ((SANDBOX_USSD_CODE === undefined) !== (SANDBOX_USSD_URL === undefined)) {
  fail('Set SANDBOX_USSD_CODE and SANDBOX_USSD_URL together.');
}
if (SANDBOX_USSD_EVENT_URL !== undefined && SANDBOX_USSD_CODE === undefined) {
  fail('SANDBOX_USSD_EVENT_URL needs SANDBOX_USSD_CODE and SANDBOX_USSD_URL.');
}
// Every part was parsed above, so that a mistake is named by its variable.
const ussdService: UssdService | undefined =
  SANDBOX_USSD_CODE === undefined || SANDBOX_USSD_URL === undefined
    ? undefined
    : { serviceCode: SANDBOX_USSD_CODE, callbackUrl: SANDBOX_USSD_URL, eventUrl: SANDBOX_USSD_EVENT_URL };
const sandbox = await createSandbox({
  host: SANDBOX_HOST,
  port: SANDBOX_PORT,
  ...(SANDBOX_SMTP_PORT === undefined ? {} : { smtpPort: SANDBOX_SMTP_PORT }),
  dataDir: join(DATA_DIR, 'sandbox'),
  ...(ussdService && { ussdService }),
}).catch((error: unknown) => fail(startProblem(error)));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
// Must be the last line of output: a parent process that waits for this line may stop the sandbox at once.
process.stdout.write(`Sandbox phone at ${sandbox.url}, mail on port ${sandbox.smtpPort}\n`);

function startProblem(error: unknown): string {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (!isTaken) return error instanceof Error ? error.message : String(error);
  return `Port ${SANDBOX_PORT} or the mail port after it is taken. Stop what uses it or set SANDBOX_PORT.`;
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
