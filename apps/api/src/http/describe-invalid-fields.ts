import { expectationOf } from '@zawadi/contract';
import type { FastifyError, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { insideOf } from './unknown-fields.ts';

type InvalidField = { path: string; message: string };

/**
 * Describes each invalid field of a merchant API request and the expected value, for developers. The schemas' own
 * sentences are for people at a form.
 * @param error thrown by the endpoint's schemas
 */
export function describeInvalidFields(error: FastifyError, request: FastifyRequest): InvalidField[] {
  const { endpoint } = request.routeOptions.config;
  const [schema, given] = {
    body: [endpoint?.body, request.body],
    headers: [endpoint?.headers, request.headers],
    params: [endpoint?.params, request.params],
    querystring: [endpoint?.query, request.query],
  }[error.validationContext ?? 'body'] ?? [undefined, undefined];
  return (error.validation ?? []).map(({ instancePath, keyword, message = '', params }) => {
    const place = instancePath.split('/').filter(Boolean);
    const field = schemaAt(schema, place);
    const value = valueAt(given, place);
    return {
      path: place.join('.') || (error.validationContext ?? 'body'),
      // The field alone is valid, but not together with another one. Only the schema's sentence explains that.
      message: accepts(field, value)
        ? message
        : sentence(value, wantedOf(field, { keyword, params, message })),
    };
  });
}

function sentence(value: unknown, wanted: string): string {
  if (value === undefined) return `is missing: it must be ${wanted}`;
  if (value === null) return `is null: it must be ${wanted}`;
  return value === '' ? `is empty: it must be ${wanted}` : `must be ${wanted}`;
}

type Issue = { keyword: string; params: Record<string, unknown>; message: string };

function wantedOf(field: unknown, { keyword, params, message }: Issue): string {
  const most = params['maximum'];
  if (keyword === 'too_big' && params['origin'] === 'number')
    return `at most ${Number(most).toLocaleString('en')}`;
  return wordsFor(field) ?? message;
}

function wordsFor(schema: unknown): string | undefined {
  const words = schema instanceof z.ZodType ? expectationOf(schema) : undefined;
  const inside = insideOf(schema);
  return words ?? (inside === undefined ? kindOf(schema) : wordsFor(inside));
}

/** Describes the valid values of a field by its schema. Returns undefined if only the schema's own sentence can. */
function kindOf(schema: unknown): string | undefined {
  if (schema instanceof z.ZodNumber) return `a whole number, ${range(schema.minValue, schema.maxValue)}`;
  if (schema instanceof z.ZodString) return `text of ${range(schema.minLength, schema.maxLength)} characters`;
  if (schema instanceof z.ZodEnum) return oneOf(schema.options);
  return schema instanceof z.ZodObject || schema instanceof z.ZodRecord ? 'a JSON object' : undefined;
}

function range(least: number | null, most: number | null): string {
  return most === null ? `${least ?? 0} or more` : `${least ?? 0} to ${most}`;
}

function oneOf(values: readonly unknown[]): string {
  const list = values.map((value) => JSON.stringify(value)).join(', ');
  return values.length === 1 ? list : `one of ${list}`;
}

function accepts(schema: unknown, value: unknown): boolean {
  return schema instanceof z.ZodType && schema.safeParse(value).success;
}

function innermost(schema: unknown): unknown {
  const inside = insideOf(schema);
  return inside === undefined ? schema : innermost(inside);
}

function schemaAt(schema: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return schema;
  const plain = innermost(schema);
  if (plain instanceof z.ZodObject) return schemaAt(plain.shape[name], rest);
  if (plain instanceof z.ZodRecord) return schemaAt(plain.valueType, rest);
  return plain instanceof z.ZodArray ? schemaAt(plain.element, rest) : undefined;
}

function valueAt(given: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return given;
  if (typeof given !== 'object' || given === null) return undefined;
  return valueAt(new Map(Object.entries<unknown>({ ...given })).get(name), rest);
}
