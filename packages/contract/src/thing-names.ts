import type { z } from 'zod';
import { problemOfThing } from '#name-rules';
import type { NameProblem } from './name-rules.ts';
import { requiredLine, singleLine } from './text.ts';

/** Refuses a name for what is wrong with it, by a stable code. */
export function refusing(problemOf: (name: string) => NameProblem | undefined) {
  return (name: string, context: z.RefinementCtx): void => {
    const problem = problemOf(name);
    if (problem === undefined) return;
    const { code, message } = problem;
    context.addIssue({ code: 'custom', params: { code }, message });
  };
}

/** What people call a thing of theirs, such as a key, which stands in messages to others and to themselves. */
export function thingName(longest: number, error?: string) {
  return requiredLine(longest, error).superRefine(refusing(problemOfThing));
}

/** The same, which may be empty. */
export function optionalThingName(longest: number) {
  return singleLine(longest).superRefine((name, context) => {
    if (name !== '') refusing(problemOfThing)(name, context);
  });
}
