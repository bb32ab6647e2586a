import { CallRefused } from './call-errors.ts';

/**
 * Shows the server's field problems at their fields. Returns true if the form has a field for every problem; otherwise
 * the caller shows a message.
 * @param fields maps field names of the request body to field names of the form
 */
export function showAtFields<Name extends string>(
  error: unknown,
  setError: (name: Name, problem: { message: string }, options: { shouldFocus: boolean }) => void,
  fields: Record<string, Name>,
): boolean {
  if (!(error instanceof CallRefused) || error.fields.length === 0) return false;
  const placed = error.fields.flatMap(({ path, message }) => {
    const name = fields[path.replace(/^body\./u, '')];
    return name === undefined ? [] : [{ name, message }];
  });
  placed.forEach(({ name, message }, index) => setError(name, { message }, { shouldFocus: index === 0 }));
  return placed.length === error.fields.length;
}
