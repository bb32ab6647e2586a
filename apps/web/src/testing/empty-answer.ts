import type { Endpoint } from '@zawadi/contract/endpoint';
import { sample } from '@zawadi/contract/example-values';
import { z } from 'zod';

const A_MOMENT = '2026-11-20T09:00:00.000Z';
// Default for every text of the contract, because some texts are parsed as a day.
const A_DAY = '2026-11-20';

const TEXTS: Record<string, string> = {
  uuid: sample.id,
  guid: sample.id,
  datetime: A_MOMENT,
  date: A_DAY,
  email: sample.email,
  url: sample.url,
};

// Tried if the default is invalid: a colour, a month, a digit, a word, a digest.
const OTHER_TEXTS = ['#0e7a4b', '2026-11', '0', 'a', '0'.repeat(64)];

/**
 * Makes the smallest answer that an endpoint's contract allows: no entries, zeros, the first option of each choice,
 * null where possible.
 * @throws Error if a rule of the schema rejects this answer; the test must then set one
 */
export function emptyAnswer<E extends Pick<Endpoint, 'answer'>>({ answer }: E): z.input<E['answer']> {
  const empty = emptyInput(answer);
  answer.parse(empty);
  return empty as z.input<E['answer']>;
}

function emptyInput(schema: unknown): unknown {
  if (schema instanceof z.ZodObject) return emptyObject(schema);
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodNullable) return null;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return undefined;
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodNumber) return firstFitting(schema, [0, 1, 2, 10]);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodUnion) return emptyInput(schema.options[0]);
  if (schema instanceof z.ZodPipe) return emptyInput(schema.in);
  if (schema instanceof z.ZodReadonly) return emptyInput(schema.unwrap());
  if (schema instanceof z.ZodTuple) return schema.def.items.map(emptyInput);
  if (schema instanceof z.ZodRecord) return emptyRecord(schema);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return emptyText(schema);
  return undefined;
}

function emptyObject({ shape }: z.ZodObject): object {
  return Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, emptyInput(part)]));
}

/** A record whose key is an enumeration needs an entry for every value. */
function emptyRecord({ keyType, valueType }: z.ZodRecord): object {
  const keys = keyType instanceof z.ZodEnum ? keyType.options : [];
  return Object.fromEntries(keys.map((key) => [key, emptyInput(valueType)]));
}

function emptyText(schema: z.ZodString | z.ZodStringFormat): unknown {
  const text = TEXTS[schema.format ?? ''] ?? A_DAY;
  return firstFitting(schema, [text, ...OTHER_TEXTS]);
}

function firstFitting(schema: z.ZodType, values: readonly unknown[]): unknown {
  return values.find((value) => schema.safeParse(value).success) ?? values[0];
}
