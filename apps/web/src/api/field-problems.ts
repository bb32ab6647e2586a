import { CallRefused } from './call-errors.ts';

/**
 * Shows the server's field problems at their fields. Returns true if every problem found its field, so that no
 * message is needed elsewhere.
 * @param fields names of the call's body → names of the form, when they differ
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
