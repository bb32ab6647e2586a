import { say } from '../../i18n/say.ts';

export type LoginProblems = { name?: string; password?: string };

const FIELDS = ['name', 'password'] as const;

/** What the browser finds wrong with a login form, in our words. */
export function problemsOf(form: HTMLFormElement): LoginProblems {
  const problems: LoginProblems = {};
  for (const field of FIELDS) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement && !input.validity.valid) problems[field] = sentenceFor(input);
  }
  return problems;
}

/** Takes the person to the first problem. True when there was one. */
export function focusFirst(form: HTMLFormElement, problems: LoginProblems): boolean {
  const first = FIELDS.find((field) => problems[field] !== undefined);
  const input = first === undefined ? null : form.elements.namedItem(first);
  if (input instanceof HTMLInputElement) input.focus();
  return first !== undefined;
}

function sentenceFor(input: HTMLInputElement): string {
  if (input.name === 'password') return say('Please enter your password');
  if (input.type !== 'email') return say('Please enter your merchant code');
  return input.validity.valueMissing
    ? say('Please enter your email')
    : say('Please enter a valid email address');
}
