import type { z } from 'zod';
import { problemOfThing } from '#name-rules';
import type { NameProblem } from './name-rules.ts';
import { requiredLine, singleLine } from './text.ts';

/** Refuses a name with the stable code of its problem. */
export function refusing(problemOf: (name: string) => NameProblem | undefined) {
  return (name: string, context: z.RefinementCtx): void => {
    const problem = problemOf(name);
    if (problem === undefined) return;
    const { code, message } = problem;
    context.addIssue({ code: 'custom', params: { code }, message });
  };
}

/** A person's name for a thing, such as a key; it appears in messages to the owner and to others. */
export function thingName(longest: number, error?: string) {
  return requiredLine(longest, error).superRefine(refusing(problemOfThing));
}

/** Such a name, which may be empty. */
export function optionalThingName(longest: number) {
  return singleLine(longest).superRefine((name, context) => {
    if (name !== '') refusing(problemOfThing)(name, context);
  });
}
