import { DEMO_PASSWORD } from '@zawadi/story/people';
import fc from 'fast-check';
import type { Random } from '../faults/random.ts';
import type { Pool } from './pool.ts';

/** The subset of JSON Schema that zod writes. */
export type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
};

/** The caller's own values by field name: `userId`, `accessToken` and others. */
export type Own = Record<string, string>;

const OPTIONAL_SHARE = 60;
const KNOWN_SHARE = 75;
const LATEST = 8;
const SAMPLES = 50;

/**
 * Generates values that fit a schema. Uses values of earlier answers where they fit, so that requests find existing
 * data.
 */
export function createValues(random: Random, pool: Pool) {
  const samples = new Map<string, string[]>();
  const percent = (share: number) => random.below(100) < share;

  function valueOf(schema: Schema, name: string, own: Own): unknown {
    if ('const' in schema) return schema.const;
    if (schema.enum) return random.oneOf(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return valueOf(random.oneOf(choices), name, own);
    switch (Array.isArray(schema.type) ? random.oneOf(schema.type) : schema.type) {
      case 'object':
        return objectOf(schema, own);
      case 'array':
        return Array.from({ length: random.below(3) }, () => valueOf(schema.items ?? {}, name, own));
      case 'integer':
      case 'number':
        return numberOf(schema, name);
      case 'boolean':
        return percent(50);
      case 'null':
        return null;
      default:
        return textOf(schema, name, own);
    }
  }

  function objectOf({ properties = {}, required = [] }: Schema, own: Own): Record<string, unknown> {
    const together = pool.having(Object.keys(properties));
    // Use values of one object together: for example, a purchase needs all values of its registration.
    const known = together.length > 0 && percent(KNOWN_SHARE) ? random.oneOf(together.slice(0, LATEST)) : {};
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name) || percent(OPTIONAL_SHARE))
        .map(([name, schema]) => [name, own[name] ?? known[name] ?? valueOf(schema, name, own)]),
    );
  }

  function numberOf({ minimum = 0, maximum = 1_000_000 }: Schema, name: string): number {
    const usual = /amount|shillings/iu.test(name) ? [1, 10, 100, 500, 1_000] : [minimum, minimum + 1, 20];
    const fitting = usual.filter((number) => number >= minimum && number <= maximum);
    return percent(80) && fitting.length > 0 ? random.oneOf(fitting) : random.oneOf([minimum, maximum]);
  }

  function textOf(schema: Schema, name: string, own: Own): string {
    const mine = own[name];
    if (mine !== undefined && percent(90)) return mine;
    const usual = usualText(schema, name);
    if (usual !== undefined) return usual;
    const known = pool.named(name);
    if (known.length > 0 && percent(KNOWN_SHARE)) return random.oneOf(known);
    if (schema.pattern !== undefined) return sampleOf(schema.pattern);
    return random.oneOf(['Hongera', 'Amina Wanjiru', 'x'.repeat(schema.minLength ?? 1)]);
  }

  function usualText({ format }: Schema, name: string): string | undefined {
    if (/msisdn|phone|partyA|number$/iu.test(name)) return `2547${10_000_000 + random.below(20)}`;
    if (/email/iu.test(name)) return `fuzz${random.below(20)}@example.test`;
    if (/password/iu.test(name)) return DEMO_PASSWORD;
    // A URL that leads nowhere, because fuzzing must send nothing to an outside system.
    if (format === 'uri' || /url$|endpoint/iu.test(name)) return 'https://fuzz.example.test/hook';
    if (format === 'date') return random.oneOf(['2026-11-22', '2027-06-30', '2020-01-01']);
    if (format === 'date-time') return new Date(Date.now() + random.below(40) * 3_600_000).toISOString();
    return undefined;
  }

  function sampleOf(pattern: string): string {
    const made = samples.get(pattern) ?? fc.sample(matching(pattern), { numRuns: SAMPLES, seed: SAMPLES });
    samples.set(pattern, made);
    return random.oneOf(made);
  }

  return { valueOf };
}

function matching(pattern: string): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(pattern, 'u'));
}
