import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** The first sentence to show per field; a field that fits has none. */
export type FieldProblems<Field extends string> = Partial<Record<Field, string>>;

export const REQUIRED = 'Please fill in all required fields';

/** The problem of every required field that is still empty. */
export function emptyFields<Field extends string>(
  typed: Record<Field, string>,
  required: readonly Field[],
): FieldProblems<Field> {
  const empty = required.filter((field) => typed[field].trim() === '');
  return Object.fromEntries(empty.map((field) => [field, REQUIRED])) as FieldProblems<Field>;
}

/** The contract's sentence for one typed value, or undefined when it fits. */
export function problemWith(schema: z.ZodType, typed: string): string | undefined {
  return schema.safeParse(typed).error?.issues[0]?.message;
}

/** The problems that exist, in the order of the fields, without the fields that fit. */
export function problemsOf<Field extends string>(
  found: Record<Field, string | undefined>,
): FieldProblems<Field> {
  return Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence)) as FieldProblems<Field>;
}

/** Whether two forms say the same, so that going back and on again registers nothing twice. */
export function isTypedTheSame<Form extends Record<string, string | boolean>>(
  one: Form,
  other: Form,
): boolean {
  return Object.keys(one).every((field) => one[field] === other[field]);
}

/** A form's problems in the shape React Hook Form shows and focuses them. */
export function resolverOf<Form extends FieldValues>(
  problemsIn: (typed: Form) => FieldProblems<Extract<keyof Form, string>>,
): Resolver<Form> {
  return (typed) => {
    const problems = Object.entries(problemsIn(typed));
    if (problems.length === 0) return { values: typed, errors: {} };
    const errors = problems.map(([field, message]) => [field, { type: 'product', message }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Form> };
  };
}
