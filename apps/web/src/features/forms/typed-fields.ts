import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** The first sentence for each invalid field. */
export type FieldProblems<Field extends string> = Partial<Record<Field, string>>;

export const REQUIRED = 'Please fill in all required fields';

/** Returns a problem for every required field that is empty. */
export function emptyFields<Field extends string>(
  typed: Record<Field, string>,
  required: readonly Field[],
): FieldProblems<Field> {
  const empty = required.filter((field) => typed[field].trim() === '');
  return Object.fromEntries(empty.map((field) => [field, REQUIRED])) as FieldProblems<Field>;
}

/** Returns the contract's sentence for one typed value; undefined if it is valid. */
export function problemWith(schema: z.ZodType, typed: string): string | undefined {
  return schema.safeParse(typed).error?.issues[0]?.message;
}

/** Returns the problems in the order of the fields; leaves out valid fields. */
export function problemsOf<Field extends string>(
  found: Record<Field, string | undefined>,
): FieldProblems<Field> {
  return Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence)) as FieldProblems<Field>;
}

/** Returns whether two forms hold equal values. If so, continuing after Back registers nothing again. */
export function isTypedTheSame<Form extends Record<string, string | boolean>>(
  one: Form,
  other: Form,
): boolean {
  return Object.keys(one).every((field) => one[field] === other[field]);
}

/** Makes a React Hook Form resolver from a function that finds problems. */
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
