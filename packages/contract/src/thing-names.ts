import type { z } from 'zod';
import { problemOfThing } from '#name-rules';
import type { NameProblem } from './name-rules.ts';
import { requiredLine, singleLine } from './text.ts';

/** Returns a schema check that refuses names with a problem, with the problem's stable code. */
export function refusing(problemOf: (name: string) => NameProblem | undefined) {
  return (name: string, context: z.RefinementCtx): void => {
    const problem = problemOf(name);
    if (problem === undefined) return;
    const { code, message } = problem;
    context.addIssue({ code: 'custom', params: { code }, message });
  };
}

/** The name that a person gives to a thing, such as a key. It appears in messages to the owner and to others. */
export function thingName(longest: number, error?: string) {
  return requiredLine(longest, error).superRefine(refusing(problemOfThing));
}

/** The name of a thing, which may be empty. */
export function optionalThingName(longest: number) {
  return singleLine(longest).superRefine((name, context) => {
    if (name !== '') refusing(problemOfThing)(name, context);
  });
}
