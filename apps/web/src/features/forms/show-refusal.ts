import type { RefusalCode } from '@zawadi/contract/refusals';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { CallRefused, sentenceOf } from '../../api/call.ts';
import { showAtFields } from '../../api/field-problems.ts';
import { toast } from '../../ui/toast.tsx';

type Placement<Form extends FieldValues> = {
  /** Maps fields of the request to fields of the form. */
  fields: Record<string, Path<Form>>;
  /** Maps a refusal code to a field of the form; `root` is the form itself. */
  codes?: Partial<Record<RefusalCode, Path<Form> | 'root'>>;
  setError: UseFormSetError<Form>;
  /** Shown if the server gave no sentence. */
  fallback?: string;
  /** Shows errors that belong to no field, in place of a toast. */
  elsewhere?: (error: unknown) => void;
  /** Shown if the session has ended; the sign-in that follows does not say it. */
  signedOut?: string;
};

/** Shows a thrown error once: at the fields that it names or concerns, otherwise by `elsewhere` or a toast. */
export function showRefusal<Form extends FieldValues>(
  error: unknown,
  { fields, codes = {}, setError, fallback, signedOut, elsewhere }: Placement<Form>,
): void {
  const fieldOf: Partial<Record<string, Path<Form> | 'root'>> = codes;
  const field = error instanceof CallRefused ? fieldOf[error.code] : undefined;
  if (field !== undefined) setError(field, { message: sentenceOf(error) }, { shouldFocus: true });
  else if (signedOut !== undefined && error instanceof CallRefused && error.status === 401)
    toast.error(signedOut);
  else if (showAtFields(error, setError, fields)) return;
  else if (elsewhere === undefined) toast.error(sentenceOf(error, fallback));
  else elsewhere(error);
}
