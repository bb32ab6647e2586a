/**
 * The check that a new password was typed the same twice, for `refine`, with its sentence at the second field.
 * @param name the field of the new password
 */
export function typedTwice<Name extends string>(name: Name, sentence: string) {
  const isSame = (typed: Record<Name | 'confirmPassword', string>) => typed[name] === typed.confirmPassword;
  const problem = {
    path: ['confirmPassword'],
    error: sentence,
    // Compared as soon as both are there, whatever else in the form is still missing.
    when: ({ value }: { value: unknown }) => hasBoth(value, name),
  };
  return [isSame, problem] as const;
}

function hasBoth(value: unknown, name: string): boolean {
  const typed = (value ?? {}) as Record<string, unknown>;
  return typeof typed[name] === 'string' && typeof typed['confirmPassword'] === 'string';
}
