import type { RefusalCode } from '@zawadi/contract/refusals';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { CallRefused, sentenceOf } from '../../api/call.ts';
import { showAtFields } from '../../api/field-problems.ts';
import { toast } from '../../ui/toast.tsx';

type Placement<Form extends FieldValues> = {
  /** Which field of the form carries a field of the wire. */
  fields: Record<string, Path<Form>>;
  /** Which field of the form a refusal is about; `root` is the form itself. */
  codes?: Partial<Record<RefusalCode, Path<Form> | 'root'>>;
  setError: UseFormSetError<Form>;
  /** Said when the server gave no sentence. */
  fallback?: string;
  /** Says what is about no field, in place of a toast. */
  elsewhere?: (error: unknown) => void;
  /** Said when the session ended meanwhile; the login that follows does not say it. */
  signedOut?: string;
};

/** Shows what a call threw, once: at the fields it names or is about, else by `elsewhere` or as a toast. */
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
