import { zodResolver } from '@hookform/resolvers/zod';
import { QueryClientContext } from '@tanstack/react-query';
import type { CallAnswer, CallInput, Endpoint } from '@zawadi/contract/endpoint';
import type { RefusalCode } from '@zawadi/contract/refusals';
import { use, type FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { call, sentenceOf } from '../../api/call.ts';
import { showRefusal } from './show-refusal.ts';

type ContractFormOptions<E extends Endpoint, Typed extends FieldValues, Read> = {
  /** Schema of the fields; usually the endpoint's request body. */
  schema: z.ZodType<Read, Typed>;
  defaultValues: DefaultValues<Typed>;
  /** Makes the input of the API call, if it is not just the parsed body. The form shows its errors too. */
  inputOf?: (read: Read) => Partial<CallInput<E>> | Promise<Partial<CallInput<E>>>;
  /** Runs after saving: reports success and closes the form. The form shows its errors too. */
  onSaved: (answer: CallAnswer<E>, read: Read) => void | Promise<void>;
  /** Queries to refetch after saving. */
  refresh?: readonly (readonly unknown[])[];
  /** Maps field names of the request to field names of the form, if they differ. */
  fields?: Record<string, Path<Typed>>;
  /** Maps a refusal code to a field of the form; `root` stands for the whole form. */
  codes?: Partial<Record<RefusalCode, Path<Typed> | 'root'>>;
  /** Handles a refusal that changes the form; returns true if it handled the error. */
  onRefused?: (error: unknown) => boolean;
  /** Where to show a refusal that concerns no field: `root` (at the form) or a function; default: a toast. */
  elsewhere?: 'root' | ((error: unknown) => void);
  /** Sentence shown if the server sent none. */
  fallback?: string;
};

export type ContractForm<Typed extends FieldValues, Read = Typed> = Pick<
  UseFormReturn<Typed, unknown, Read>,
  'register' | 'getValues' | 'setValue' | 'setFocus' | 'control'
> & {
  submit: (event: FormEvent<HTMLFormElement>) => void;
  isBusy: boolean;
  /** Returns the sentence shown at a field or at the form (`root`), if any. */
  problemOf: (field: Path<Typed> | 'root') => string | undefined;
  /** Shows the error of another API call with the same fields. */
  showError: (error: unknown) => void;
};

/**
 * Manages a form for one API call. Keeps the typed values on every refusal, and shows the refusal once: at the field
 * with the same name, at the field that `codes` names, or elsewhere (usually a toast).
 */
export function useContractForm<E extends Endpoint, Typed extends FieldValues, Read>(
  endpoint: E,
  {
    schema,
    defaultValues,
    inputOf = (read) => ({ body: read }) as Partial<CallInput<E>>,
    onSaved,
    refresh = [],
    fields,
    codes,
    onRefused = () => false,
    elsewhere,
    fallback,
  }: ContractFormOptions<E, Typed, Read>,
): ContractForm<Typed, Read> {
  // Pages before the sign-in have no query client, and nothing to refetch.
  const queries = use(QueryClientContext);
  const form = useForm<Typed, unknown, Read>({
    resolver: zodResolver<Typed, unknown, Read>(schema as never),
    defaultValues,
  });
  const { register, control, handleSubmit, setError, setFocus, setValue, getValues } = form;
  const { getFieldState, formState } = form;
  const sayAtForm = (error: unknown) => setError('root', { message: sentenceOf(error, fallback) });
  const showError = (error: unknown) => {
    const names = Object.keys(getValues()) as Path<Typed>[];
    const sameNames = Object.fromEntries(names.map((name) => [name, name]));
    const placement = { fields: { ...sameNames, ...fields }, codes, setError, fallback };
    showRefusal<Typed>(error, { ...placement, elsewhere: elsewhere === 'root' ? sayAtForm : elsewhere });
  };
  const save = handleSubmit(async (read) => {
    try {
      await onSaved(await send(endpoint, await inputOf(read)), read);
    } catch (error) {
      if (!onRefused(error)) showError(error);
      return;
    }
    await Promise.all(refresh.map(async (queryKey) => queries?.invalidateQueries({ queryKey })));
  });
  return {
    register,
    control,
    getValues,
    setValue,
    setFocus,
    submit: (event) => void save(event),
    isBusy: formState.isSubmitting,
    problemOf: (field) =>
      field === 'root' ? formState.errors.root?.message : getFieldState(field, formState).error?.message,
    showError,
  };
}

/** TypeScript cannot infer the input of a generic endpoint, but the form's schema has checked the values. */
async function send<E extends Endpoint>(endpoint: E, input: object): Promise<CallAnswer<E>> {
  return call<Endpoint>(endpoint, input as never) as Promise<CallAnswer<E>>;
}
