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
  /** Schema of the fields; most often the body of the endpoint. */
  schema: z.ZodType<Read, Typed>;
  defaultValues: DefaultValues<Typed>;
  /** Makes the call's input, if it is not the parsed body. Its errors are shown like the call's. */
  inputOf?: (read: Read) => Partial<CallInput<E>> | Promise<Partial<CallInput<E>>>;
  /** Says that it is saved, and closes the form. Its errors are shown like the call's. */
  onSaved: (answer: CallAnswer<E>, read: Read) => void | Promise<void>;
  /** Queries to refetch after it is saved. */
  refresh?: readonly (readonly unknown[])[];
  /** Maps fields of the request to fields of the form, if their names differ. */
  fields?: Record<string, Path<Typed>>;
  /** Maps a refusal code to its field; `root` is the form itself. */
  codes?: Partial<Record<RefusalCode, Path<Typed> | 'root'>>;
  /** Handles a refusal that changes the form; returns true if it did. */
  onRefused?: (error: unknown) => boolean;
  /** Where to show a refusal about no field instead of a toast: at the form, or by a function. */
  elsewhere?: 'root' | ((error: unknown) => void);
  /** Shown if the server gave no sentence. */
  fallback?: string;
};

export type ContractForm<Typed extends FieldValues, Read = Typed> = Pick<
  UseFormReturn<Typed, unknown, Read>,
  'register' | 'getValues' | 'setValue' | 'setFocus' | 'control'
> & {
  submit: (event: FormEvent<HTMLFormElement>) => void;
  isBusy: boolean;
  /** Returns the sentence at a field or at the form (`root`), if there is one. */
  problemOf: (field: Path<Typed> | 'root') => string | undefined;
  /** Shows an error that another call with the same fields threw. */
  showError: (error: unknown) => void;
};

/**
 * A form for one call. It keeps the typed values on every refusal, and shows the refusal once. The place is the field
 * of the same name, the field that `codes` names, or elsewhere, most often a toast.
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
  // Before the sign-in there is no cache to refetch, and no query client is loaded.
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

/** TypeScript cannot infer the input of a generic endpoint; the form's schema has checked its parts. */
async function send<E extends Endpoint>(endpoint: E, input: object): Promise<CallAnswer<E>> {
  return call<Endpoint>(endpoint, input as never) as Promise<CallAnswer<E>>;
}
