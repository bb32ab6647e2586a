import type { Endpoint } from '@zawadi/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { nearestTo } from '../platform/nearest-name.ts';
import { Refusal } from '../platform/refusal.ts';

/** The place of an unknown name, and the known name that was probably meant. */
type Unknown = { path: string; meant: string | undefined };

type Hook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/** Refuses unknown query parameters from a merchant's system: a mistyped filter must not list everything. */
export function requireKnownQuery({ query = z.object({}) }: Endpoint): Hook {
  const requireKnown = createFieldCheck(query, 'parameter');
  return (request, _reply, done) => {
    requireKnown(request.query);
    done();
  };
}

/** Replaces a missing body by an empty one. Refuses unknown fields from a merchant's system. */
export function completeBody({ audience }: Endpoint, schema: z.ZodType): Hook {
  const requireKnown = audience === 'machine' ? createFieldCheck(schema, 'field') : undefined;
  return (request, _reply, done) => {
    if (request.body === undefined) request.body = {};
    requireKnown?.(request.body);
    done();
  };
}

/**
 * Creates a check that refuses fields which a schema would silently ignore: a misspelt `amount` must not mean the
 * whole balance. A record allows all field names, because the caller chooses them.
 * @param noun of a name in the refusal's sentence: `field` of a body, `parameter` of a query
 * @returns a check before validation, which throws Refusal `unknown_field` with each unknown name. It
 *   ignores values of a wrong type, which validation refuses
 */
function createFieldCheck(schema: z.ZodType, noun: 'field' | 'parameter'): (value: unknown) => void {
  const plain = plainNamesOf(schema);
  return (value) => {
    // Fast path: nearly every request has only these fields.
    if (isObject(value) && Object.keys(value).every((name) => plain.has(name))) return;
    const fields = unknownFieldsIn(schema, value, []).map(({ path, meant }) => ({
      path,
      message: `is not a ${noun} of this call${meant === undefined ? '' : `: did you mean \`${meant}\`?`}`,
    }));
    if (fields.length > 0) throw new Refusal('unknown_field', { fields });
  };
}

/** Returns the known fields of an object whose values are no objects or lists. */
function plainNamesOf(schema: z.ZodType): ReadonlySet<string> {
  const [shape = {}, ...others] = objectsIn(schema);
  const isPlain = ([, field]: [string, unknown]) =>
    objectsIn(field).length === 0 && elementOf(field) === undefined;
  return new Set(
    others.length > 0
      ? []
      : Object.entries(shape)
          .filter(isPlain)
          .map(([name]) => name),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknownFieldsIn(schema: unknown, value: unknown, place: readonly string[]): Unknown[] {
  const shapes = objectsIn(schema);
  if (Array.isArray(value)) {
    const element = elementOf(schema);
    return element ? value.flatMap((one, at) => unknownFieldsIn(element, one, [...place, String(at)])) : [];
  }
  if (shapes.length === 0 || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]: [string, unknown]) => {
    const known = shapes.flatMap((shape): unknown[] => (Object.hasOwn(shape, name) ? [shape[name]] : []));
    if (known.length === 0) return [describe([...place, name], shapes.flatMap(Object.keys))];
    // If several shapes have the field, one of them must allow its content.
    const unknownByShape = known.map((one) => unknownFieldsIn(one, inside, [...place, name]));
    return unknownByShape.toSorted((a, b) => a.length - b.length)[0] ?? [];
  });
}

type Shape = z.ZodObject['shape'];

/** Returns the shapes of a schema's object or of its alternatives; none if it allows any field name. */
function objectsIn(schema: unknown): Shape[] {
  const plain = unwrapped(schema);
  if (plain instanceof z.ZodObject) return plain.def.catchall === undefined ? [plain.shape] : [];
  return plain instanceof z.ZodUnion ? plain.options.flatMap(objectsIn) : [];
}

function elementOf(schema: unknown): unknown {
  const plain = unwrapped(schema);
  return plain instanceof z.ZodArray ? plain.element : undefined;
}

function unwrapped(schema: unknown): unknown {
  const inside = insideOf(schema);
  return inside === undefined ? schema : unwrapped(inside);
}

/** Returns the schema inside an optional, nullable, default or transformed one; undefined for any other schema. */
export function insideOf(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return schema.def.innerType;
  }
  return schema instanceof z.ZodPipe ? schema.def.in : undefined;
}

function describe(place: readonly string[], known: readonly string[]): Unknown {
  const nearest = nearestTo(place.at(-1) ?? '', known);
  const meant = nearest === undefined ? undefined : [...place.slice(0, -1), nearest].join('.');
  return { path: place.join('.'), meant };
}
