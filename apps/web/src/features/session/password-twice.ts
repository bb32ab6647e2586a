/**
 * Makes a `refine` check that a new password was typed the same twice, with its sentence at the second field.
 * @param name the field of the new password
 */
export function typedTwice<Name extends string>(name: Name, sentence: string) {
  const isSame = (typed: Record<Name | 'confirmPassword', string>) => typed[name] === typed.confirmPassword;
  const problem = {
    path: ['confirmPassword'],
    error: sentence,
    // Compare as soon as both are typed, whatever else in the form is missing.
    when: ({ value }: { value: unknown }) => hasBoth(value, name),
  };
  return [isSame, problem] as const;
}

function hasBoth(value: unknown, name: string): boolean {
  const typed = (value ?? {}) as Record<string, unknown>;
  return typeof typed[name] === 'string' && typeof typed['confirmPassword'] === 'string';
}
