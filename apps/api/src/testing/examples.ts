import type { Endpoint } from '@zawadi/contract';
import { z } from 'zod';
import { endpoints } from './raw-calls.ts';

export type Body = Record<string, unknown>;

const HOUR_MS = 3_600_000;
const tomorrow = new Date((Math.floor(Date.now() / HOUR_MS) + 24) * HOUR_MS).toISOString();
const nextYear = `${new Date().getUTCFullYear() + 1}-06-30`;

// Days in the future. Use cases compare them with the current day, and the days in the contract's examples will be
// past one day.
const IN_THE_FUTURE: Body = {
  deliverAt: tomorrow,
  effectiveFrom: tomorrow.slice(0, 10),
  expires_at: nextYear,
  validTo: nextYear,
};

const MONEY =
  /^\/api\/(?:(?:mpesa|vouchers|refunds|v1|purchases|withdrawals|redemptions|fraud-alerts)\/|merchants\/v1\/(?:reports|settlements)|admin\/v1\/(?:settlements|adjustments|transactions|voucher-actions|approvals|reviews|reconciliation\/(?:runs|items|recheck|query|book|explain)))/u;

/** Every endpoint that reads JSON, except M-PESA's callbacks. */
const jsonCalls = endpoints.filter(
  ({ body, upload, audience }) => body && !upload && audience !== 'provider',
);

/** Endpoints of money and all others, so that a new endpoint is in one of the lists. Their example ids do not exist. */
export const moneyCalls = jsonCalls.filter(({ path }) => MONEY.test(path));
export const otherCalls = jsonCalls.filter(({ path }) => !MONEY.test(path));

type Shape = z.ZodObject['shape'];

/** Returns the fields of a body, once per shape that its schema allows. */
function shapesOf(schema: unknown): Shape[] {
  if (schema instanceof z.ZodObject) return [schema.shape];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(shapesOf);
  if (schema instanceof z.ZodPipe) return shapesOf(schema.in);
  throw new Error('a body of JSON is an object');
}

/** Returns valid example bodies of an endpoint, one per shape that the example fits. Their ids do not exist. */
export function bodiesOf(endpoint: Endpoint): Body[] {
  const example: object = endpoint.example?.body ?? {};
  const bodies = shapesOf(endpoint.body).map((shape) =>
    Object.fromEntries(
      Object.entries<unknown>({ ...example })
        .filter(([name]) => name in shape)
        .map(([name, value]) => {
          const fixed = shape[name] instanceof z.ZodLiteral ? [...shape[name].values][0] : undefined;
          return [name, fixed ?? IN_THE_FUTURE[name] ?? value];
        }),
    ),
  );
  const fitting = bodies.filter((body) => endpoint.body?.safeParse(body).success);
  if (fitting.length === 0) throw new Error(`${endpoint.path} needs an example`);
  return fitting;
}

/** Returns the fields without which a valid body is refused. */
export function requiredFieldsOf(endpoint: Endpoint, body: Body): string[] {
  return Object.keys(body).filter((field) => {
    const shapes = shapesOf(endpoint.body).filter((shape) => field in shape);
    return shapes.every((shape) => !z.safeParse(shape[field] ?? z.never(), undefined).success);
  });
}

/** Returns true if a value has the wrong type for a field. Some fields allow an empty text or null. */
export function isWrongType(endpoint: Endpoint, body: Body, field: string, wrong: unknown): boolean {
  if (wrong === '' || wrong === null) return !endpoint.body?.safeParse({ ...body, [field]: wrong }).success;
  return typeof wrong !== typeof body[field];
}

/** Texts that make careless code fail. */
export const STRANGE_TEXTS = [
  '',
  ' ',
  'nul \u0000',
  "' or 1=1 --",
  '"; drop table users; --',
  '../../etc/passwd',
  '\ud800',
  'e\u0301 and \u202egnp.exe',
  '\u200b',
  'a\r\nBcc: all@example.test',
  '=HYPERLINK("https://evil.test")',
  '<script>alert(1)</script>',
  '१२३४५६',
  'x'.repeat(50_000),
  '%00',
  '🎁'.repeat(80),
  '__proto__',
  '${7*7}{{7*7}}',
];
