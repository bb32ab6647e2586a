import type { z } from 'zod';
import { invalidField } from './daraja-error.ts';

/**
 * Parses a request. As Daraja does, the error names the first wrong field.
 *
 * @throws DarajaError 400.002.02
 */
export function readRequest<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidField(String(parsed.error.issues[0]?.path[0] ?? 'Payload'));
}
