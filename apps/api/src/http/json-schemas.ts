import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;
export type JsonSchemas = ReturnType<typeof createJsonSchemas>;

/**
 * Turns schemas of the contract into those of an OpenAPI 3.1 document. One with a name (`.meta({ id: 'Voucher' })`) stands
 * once among the components, and is referred to wherever it is used.
 */
export function createJsonSchemas() {
  const named = new Map<string, JsonSchema>();

  /**
   * @param io what is sent (`input`), which is closed: an unknown field is refused; or what is answered (`output`), which is open
   *   to new fields
   * @param name for a schema that has none of its own
   */
  function schemaOf(schema: z.ZodType, io: 'input' | 'output', name?: string): JsonSchema {
    const whole: JsonSchema = z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => tidy(jsonSchema, io),
    });
    const { $defs = {}, properties } = referringToComponents(whole) as {
      $defs?: Record<string, JsonSchema>;
      properties: { it: JsonSchema };
    };
    for (const [id, definition] of Object.entries($defs)) add(id, definition);
    return name === undefined || '$ref' in properties.it ? properties.it : add(name, properties.it);
  }

  /** @returns a reference to it */
  function add(name: string, schema: JsonSchema): JsonSchema {
    const known = named.get(name);
    if (known && !isDeepStrictEqual(known, schema)) throw new Error(`two schemas have the name ${name}`);
    named.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Those that have a name, in the order of the alphabet. */
  const components = () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1)));

  return { schemaOf, add, components };
}

/** `voucher` begins the name of a schema as `Voucher`. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function tidy(schema: JsonSchema, io: 'input' | 'output'): void {
  delete schema['id'];
  delete schema['~standard'];
  // What a format says already, in an expression that generated clients would print.
  if ('format' in schema) delete schema['pattern'];
  // JavaScript's, which are not the contract's.
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['type'] !== 'object' || !('properties' in schema)) return;
  if (io === 'input') schema['additionalProperties'] = false;
  else delete schema['additionalProperties'];
}

function referringToComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}
