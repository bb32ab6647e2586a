import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import type { CallAnswer, CallInput, Endpoint } from '@zawadi/contract/endpoint';
import type { RefusalCode } from '@zawadi/contract/refusals';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { showRefusal } from './show-refusal.ts';

type ContractFormOptions<E extends Endpoint, Typed extends FieldValues, Read> = {
  /** What the fields must hold; most often the body of the endpoint. */
  schema: z.ZodType<Read, Typed>;
  defaultValues: DefaultValues<Typed>;
  /** What is sent, where it is not the body as the schema reads it. */
  inputOf?: (read: Read) => Partial<CallInput<E>>;
  /** Says that it is saved, and closes the form. */
  onSaved: (answer: CallAnswer<E>, read: Read) => void;
  /** What is read again after it is saved. */
  refresh?: readonly (readonly unknown[])[];
  /** Which field a refusal is about; what is about none is said in a toast. */
  codes?: Partial<Record<RefusalCode, Path<Typed>>>;
  /** Takes a refusal that changes the form, and says so by true. */
  onRefused?: (error: unknown) => boolean;
  /** Said when the server gave no sentence. */
  fallback: string;
};

type ContractForm<Typed extends FieldValues, Read> = Pick<UseFormReturn<Typed, unknown, Read>, 'register'> & {
  submit: (event: FormEvent<HTMLFormElement>) => void;
  isBusy: boolean;
  /** The sentence at a field, if there is one. */
  problemOf: (field: Path<Typed>) => string | undefined;
};

/**
 * A form that fills one call. What was typed stays in it on every refusal, which is said once: at the field of the
 * same name, at the field that `codes` names, or in a toast.
 */
export function useContractForm<E extends Endpoint, Typed extends FieldValues, Read>(
  endpoint: E,
  {
    schema,
    defaultValues,
    inputOf = (read) => ({ body: read }) as Partial<CallInput<E>>,
    onSaved,
    refresh = [],
    codes,
    onRefused = () => false,
    fallback,
  }: ContractFormOptions<E, Typed, Read>,
): ContractForm<Typed, Read> {
  const queries = useQueryClient();
  const { register, handleSubmit, setError, getValues, getFieldState, formState } = useForm<
    Typed,
    unknown,
    Read
  >({ resolver: zodResolver<Typed, unknown, Read>(schema as never), defaultValues });
  const save = handleSubmit(async (read) => {
    try {
      onSaved(await send(endpoint, inputOf(read)), read);
    } catch (error) {
      const names = Object.keys(getValues()) as Path<Typed>[];
      const fields = Object.fromEntries(names.map((name) => [name, name]));
      if (!onRefused(error)) showRefusal<Typed>(error, { fields, codes, setError, fallback });
      return;
    }
    await Promise.all(refresh.map(async (queryKey) => queries.invalidateQueries({ queryKey })));
  });
  return {
    register,
    submit: (event) => void save(event),
    isBusy: formState.isSubmitting,
    problemOf: (field) => getFieldState(field, formState).error?.message,
  };
}

/** What a generic endpoint takes cannot be told from its type; the schema of the form has checked the parts. */
async function send<E extends Endpoint>(endpoint: E, input: object): Promise<CallAnswer<E>> {
  return call<Endpoint>(endpoint, input as never) as Promise<CallAnswer<E>>;
}
