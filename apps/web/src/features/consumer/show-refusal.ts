import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { sentenceOf } from '../../api/call.ts';
import { showAtFields } from '../../api/field-problems.ts';
import { toast } from '../../ui/toast.tsx';

type Placement<Form extends FieldValues> = {
  /** Which field of the form carries a field of the wire. */
  fields: Record<string, Path<Form>>;
  setError: UseFormSetError<Form>;
  /** Said when the server gave no sentence. */
  fallback: string;
};

/** Shows what a call threw, once: at the fields it names, else as a toast. */
export function showRefusal<Form extends FieldValues>(
  error: unknown,
  { fields, setError, fallback }: Placement<Form>,
): void {
  if (!showAtFields(error, setError, fields)) toast.error(sentenceOf(error, fallback));
}
