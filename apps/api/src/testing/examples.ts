import type { Endpoint } from '@zawadi/contract';
import { z } from 'zod';
import { endpoints } from './raw-calls.ts';

export type Body = Record<string, unknown>;

const HOUR_MS = 3_600_000;
const tomorrow = new Date((Math.floor(Date.now() / HOUR_MS) + 24) * HOUR_MS).toISOString();
const nextYear = `${new Date().getUTCFullYear() + 1}-06-30`;

// Use cases compare days with their clock. Dates in the contract's examples only show the format, and will be in the
// past one day.
const IN_THE_FUTURE: Body = {
  deliverAt: tomorrow,
  effectiveFrom: tomorrow.slice(0, 10),
  expires_at: nextYear,
  validTo: nextYear,
};

const MONEY =
  /^\/api\/(?:(?:mpesa|vouchers|refunds|v1|purchases|withdrawals|redemptions|fraud-alerts)\/|merchants\/v1\/(?:reports|settlements)|admin\/v1\/(?:settlements|adjustments|transactions|voucher-actions|approvals|reviews|reconciliation\/(?:runs|items|recheck|query|book|explain)))/u;

/** Every call that reads JSON, except M-PESA's. */
const jsonCalls = endpoints.filter(
  ({ body, upload, audience }) => body && !upload && audience !== 'provider',
);

/** Every new call belongs to one of the two. Calls with ids of missing objects find nothing. */
export const moneyCalls = jsonCalls.filter(({ path }) => MONEY.test(path));
export const otherCalls = jsonCalls.filter(({ path }) => !MONEY.test(path));

type Shape = z.ZodObject['shape'];

/** Returns the fields of a body, once for each of its shapes. */
function shapesOf(schema: unknown): Shape[] {
  if (schema instanceof z.ZodObject) return [schema.shape];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(shapesOf);
  if (schema instanceof z.ZodPipe) return shapesOf(schema.in);
  throw new Error('a body of JSON is an object');
}

/** Returns well-formed bodies of a call, one for each shape that its example fits. The named objects do not exist. */
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

/** Returns the fields of a well-formed body that are required. */
export function requiredFieldsOf(endpoint: Endpoint, body: Body): string[] {
  return Object.keys(body).filter((field) => {
    const shapes = shapesOf(endpoint.body).filter((shape) => field in shape);
    return shapes.every((shape) => !z.safeParse(shape[field] ?? z.never(), undefined).success);
  });
}

/**
 * True when a value has the wrong type for a field. An empty text is valid for free texts, and null for some fields.
 */
export function isWrongType(endpoint: Endpoint, body: Body, field: string, wrong: unknown): boolean {
  if (wrong === '' || wrong === null) return !endpoint.body?.safeParse({ ...body, [field]: wrong }).success;
  return typeof wrong !== typeof body[field];
}

/** Texts that break careless code. */
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
