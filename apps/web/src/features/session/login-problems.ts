import { CallRefused } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';

export type LoginProblems = { name?: string; password?: string; otp?: string };

const FIELDS = ['name', 'password', 'otp'] as const;

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

/** The password was right; a code of the second factor is needed too. */
export function isCodeMissing(error: unknown): error is CallRefused {
  return error instanceof CallRefused && error.code === 'otp_required';
}

/** A code came along, and is wrong, used or none at all. */
export function isCodeRefused(error: unknown): boolean {
  if (!(error instanceof CallRefused)) return false;
  return error.code === 'otp_invalid' || error.fields.some(({ path }) => /^(?:body\.)?otp$/u.test(path));
}

function sentenceFor(input: HTMLInputElement): string {
  if (input.name === 'otp') return say('Invalid verification code');
  if (input.name === 'password') return say('Please enter your password');
  if (input.type !== 'email') return say('Please enter your merchant code');
  return input.validity.valueMissing
    ? say('Please enter your email')
    : say('Please enter a valid email address');
}
