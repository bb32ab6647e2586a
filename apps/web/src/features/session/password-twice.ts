type PasswordTwice = { password: string; confirmPassword: string };

/** The check that a new password was typed the same twice, at the second field, with the sentence of the form. */
export function typedTwice(sentence: string) {
  return {
    path: ['confirmPassword'],
    error: sentence,
    // Compared as soon as both are there, whatever else in the form is still missing.
    when: ({ value }: { value: unknown }) => hasBoth(value),
  };
}

export function isSame({ password, confirmPassword }: PasswordTwice): boolean {
  return password === confirmPassword;
}

function hasBoth(value: unknown): boolean {
  const { password, confirmPassword } = (value ?? {}) as Record<string, unknown>;
  return typeof password === 'string' && typeof confirmPassword === 'string';
}
