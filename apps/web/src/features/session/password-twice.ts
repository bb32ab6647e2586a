import { z } from 'zod';

/** The field in which people type a new password again. */
export const repeatedPassword = z.string().min(1, { error: 'Please type the password again' });

/**
 * Returns the arguments of a `refine` check that both passwords are equal; its sentence appears at the second field.
 * @param name field of the new password
 */
export function typedTwice<Name extends string>(name: Name, sentence: string) {
  const isSame = (typed: Record<Name | 'confirmPassword', string>) => typed[name] === typed.confirmPassword;
  const problem = {
    path: ['confirmPassword'],
    error: sentence,
    // Compare as soon as both passwords are typed, even if other fields are empty.
    when: ({ value }: { value: unknown }) => hasBoth(value, name),
  };
  return [isSame, problem] as const;
}

function hasBoth(value: unknown, name: string): boolean {
  const typed = (value ?? {}) as Record<string, unknown>;
  return typeof typed[name] === 'string' && typeof typed['confirmPassword'] === 'string';
}
