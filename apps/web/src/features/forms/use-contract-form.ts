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
  /** What the fields must hold; most often the body of the endpoint. */
  schema: z.ZodType<Read, Typed>;
  defaultValues: DefaultValues<Typed>;
  /** What is sent, where it is not the body as the schema reads it. What it throws is shown like what the call throws. */
  inputOf?: (read: Read) => Partial<CallInput<E>> | Promise<Partial<CallInput<E>>>;
  /** Says that it is saved, and closes the form. What it throws is shown like what the call throws. */
  onSaved: (answer: CallAnswer<E>, read: Read) => void | Promise<void>;
  /** What is read again after it is saved. */
  refresh?: readonly (readonly unknown[])[];
  /** Which field carries a field of the wire, where they are called differently. */
  fields?: Record<string, Path<Typed>>;
  /** Which field a refusal is about; `root` is the form itself. */
  codes?: Partial<Record<RefusalCode, Path<Typed> | 'root'>>;
  /** Takes a refusal that changes the form, and says so by true. */
  onRefused?: (error: unknown) => boolean;
  /** Where a refusal that is about no field is said, in place of a toast: at the form, or by a function. */
  elsewhere?: 'root' | ((error: unknown) => void);
  /** Said when the server gave no sentence. */
  fallback?: string;
};

export type ContractForm<Typed extends FieldValues, Read = Typed> = Pick<
  UseFormReturn<Typed, unknown, Read>,
  'register' | 'getValues' | 'setValue' | 'setFocus' | 'control'
> & {
  submit: (event: FormEvent<HTMLFormElement>) => void;
  isBusy: boolean;
  /** The sentence at a field or at the form (`root`), if there is one. */
  problemOf: (field: Path<Typed> | 'root') => string | undefined;
  /** Says what another call with the same fields threw. */
  showError: (error: unknown) => void;
};

/**
 * A form that fills one call. What was typed stays in it on every refusal, which is said once: at the field of the
 * same name, at the field that `codes` names, or elsewhere, most often in a toast.
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
  // Before the sign-in nothing is kept that could be read again, and no query client is loaded.
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

/** What a generic endpoint takes cannot be told from its type; the schema of the form has checked the parts. */
async function send<E extends Endpoint>(endpoint: E, input: object): Promise<CallAnswer<E>> {
  return call<Endpoint>(endpoint, input as never) as Promise<CallAnswer<E>>;
}
