import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { CallRefused, sentenceOf } from '../../api/call.ts';
import { toast } from '../../ui/toast.tsx';

type Placement<Form extends FieldValues> = {
  /** Which field of the form carries a field of the wire. */
  fields: Readonly<Record<string, Path<Form>>>;
  setError: UseFormSetError<Form>;
  /** Said when the server gave no sentence. */
  fallback: string;
};

/** Shows what a call threw, once: at the fields it names, else as a toast. */
export function showRefusal<Form extends FieldValues>(
  error: unknown,
  { fields, setError, fallback }: Placement<Form>,
): void {
  const named = placedProblems(error, fields);
  if (named.length === 0) return toast.error(sentenceOf(error, fallback));
  for (const [field, message] of named)
    setError(field, { type: 'server', message }, { shouldFocus: field === named[0]?.[0] });
}

/** The problems that belong to fields of this form; none unless every problem the server names has its place. */
export function placedProblems<Field extends string>(
  error: unknown,
  fields: Readonly<Record<string, Field>>,
): [field: Field, message: string][] {
  if (!(error instanceof CallRefused)) return [];
  const placed = error.fields.map(({ path, message }): [Field | undefined, string] => [
    fields[path.split('.').at(-1) ?? path],
    message,
  ]);
  return placed.every((problem): problem is [Field, string] => problem[0] !== undefined) ? placed : [];
}
