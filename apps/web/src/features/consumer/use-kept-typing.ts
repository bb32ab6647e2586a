import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Hands each change of a form on, so that a reload loses nothing. `keep` is the same function on every drawing. */
export function useKeptTyping<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  userId: string,
  keep: (userId: string, typed: Form) => void,
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keep(userId, values),
      }),
    [form, userId, keep],
  );
}
