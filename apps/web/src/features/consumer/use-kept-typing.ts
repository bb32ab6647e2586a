import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Passes each change of a form to `keep`, which stores it, so that a reload loses nothing. `keep` must be stable across
 * renders.
 */
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
