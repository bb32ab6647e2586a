import type { RefusalCode } from '@zawadi/contract/refusals';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { CallRefused, sentenceOf } from '../../api/call.ts';
import { showAtFields } from '../../api/field-problems.ts';
import { toast } from '../../ui/toast.tsx';

type Placement<Form extends FieldValues> = {
  /** Maps field names of the request body to field names of the form. */
  fields: Record<string, Path<Form>>;
  /** Maps a refusal code to a field of the form; `root` stands for the whole form. */
  codes?: Partial<Record<RefusalCode, Path<Form> | 'root'>>;
  setError: UseFormSetError<Form>;
  /** Sentence shown if the server sent none. */
  fallback?: string;
  /** Shows errors that concern no field; default: a toast. */
  elsewhere?: (error: unknown) => void;
  /** Sentence shown if the session has ended, because the sign-in page does not explain it. */
  signedOut?: string;
};

/** Shows an error once: at its field or fields if there are any, otherwise through `elsewhere` or a toast. */
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
