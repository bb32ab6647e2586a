type Value = string | number | boolean | null;

/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: Value[];
  const?: Value;
  default?: Value;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
};
export type Schemas = Record<string, Schema>;

/**
 * Lists the fields of an object in a table, with the paths of inner fields.
 * @param marked marks required fields, for a body; answers have no optional fields to decide about
 * @returns undefined if the object has no fields
 */
export function fieldTable(schema: Schema, schemas: Schemas, marked?: 'required'): string | undefined {
  const rows = rowsOf(schema, { schemas, prefix: '', isMarked: marked === 'required' });
  if (rows.length === 0) return undefined;
  return ['| field | values | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

type Place = { schemas: Schemas; prefix: string; isMarked: boolean };

function rowsOf(given: Schema, { schemas, prefix, isMarked }: Place): string[] {
  const { properties = {}, required = [] } = resolved(given, schemas);
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const need = isMarked && required.includes(name) ? ', **required**' : '';
    const own = `| \`${path}\` | ${wordsFor(field)}${need} | ${field.description ?? ''} |`;
    // An object with a name has a table of its own.
    const inner = field.properties ? field : (field.items ?? {});
    return [own, ...(inner.properties ? rowsOf(inner, { schemas, prefix: `${path}.`, isMarked }) : [])];
  });
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref === undefined ? schema : (schemas[nameIn(schema.$ref)] ?? {});
}

function nameIn(ref: string): string {
  return ref.split('/').at(-1) ?? '';
}

const FORMATS: Record<string, string> = {
  uuid: 'UUID',
  date: 'day, such as `2026-12-31`',
  'date-time': 'time, such as `2026-12-31T18:00:00+03:00`',
  uri: 'URL',
};

/** Describes the values of a field in a few words, with their limits. */
export function wordsFor(schema: Schema): string {
  const { $ref, anyOf, items, const: only, enum: list, default: usual } = schema;
  const words =
    ($ref !== undefined && `[${nameIn($ref)}](#object-${nameIn($ref).toLowerCase()})`) ||
    (anyOf && anyOf.map(wordsFor).join(' or ')) ||
    (list && list.map((one) => `\`${String(one)}\``).join(', ')) ||
    (only !== undefined && `\`${String(only)}\``) ||
    (items && `list of ${wordsFor(items)}`) ||
    plainWords(schema);
  return usual === undefined ? words : `${words}; usually \`${String(usual)}\``;
}

function plainWords({ type, format, minimum, exclusiveMinimum, maximum, maxLength }: Schema): string {
  if (type === 'integer' || type === 'number') {
    const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
    if (least === undefined) return 'integer';
    return maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
      ? `integer, ${least} or more`
      : `integer, ${least} to ${maximum.toLocaleString('en')}`;
  }
  if (type === 'string') {
    const known = FORMATS[format ?? ''];
    if (known !== undefined) return known;
    return maxLength === undefined ? 'text' : `text, at most ${maxLength} characters`;
  }
  return { boolean: '`true` or `false`', null: '`null`' }[type ?? ''] ?? 'object';
}
