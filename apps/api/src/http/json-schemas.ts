import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;
export type JsonSchemas = ReturnType<typeof createJsonSchemas>;

/**
 * Converts schemas of the contract into schemas of an OpenAPI 3.1 document. A schema with a name (`.meta({ id:
 * 'Voucher' })`) becomes one component, to which others refer.
 */
export function createJsonSchemas() {
  const named = new Map<string, JsonSchema>();

  /**
   * Converts one schema.
   * @param io `input` for requests, which refuse unknown fields; `output` for responses, which may get new fields
   * @param name for a schema without its own name
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

  /**
   * Adds a component.
   * @returns a reference to it
   */
  function add(name: string, schema: JsonSchema): JsonSchema {
    const known = named.get(name);
    if (known && !isDeepStrictEqual(known, schema)) throw new Error(`two schemas have the name ${name}`);
    named.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Lists the named schemas in alphabetical order. */
  const components = () => Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1)));

  return { schemaOf, add, components };
}

/** Capitalises a word for the name of a schema: `voucher` becomes `Voucher`. */
export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function tidy(schema: JsonSchema, io: 'input' | 'output'): void {
  delete schema['id'];
  delete schema['~standard'];
  // Generated clients would print the pattern, and the format already implies it.
  if ('format' in schema) delete schema['pattern'];
  // These limits come from JavaScript, not from the contract.
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['type'] !== 'object' || !('properties' in schema)) return;
  if (io === 'input') schema['additionalProperties'] = false;
  else delete schema['additionalProperties'];
}

function referringToComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}
