import { z } from 'zod';

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/**
 * Sets the sentences for schemas that have none of their own. The library's sentences, such as “Invalid input: expected
 * string, received undefined”, are not for the people who read our refusals.
 */
export function setUsualSentences(): void {
  z.config({ customError: usualSentence });
}

function usualSentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return 'Please fill in this field';
      const kind = KINDS[issue.expected];
      return kind === undefined ? 'Please check this field' : `Please check this field: it must be ${kind}`;
    }
    case 'invalid_value':
      return issue.input === undefined ? 'Please fill in this field' : 'Please choose one of the values';
    case 'too_small':
      if (issue.origin === 'number') return `Please enter ${issue.minimum} or more`;
      return issue.origin === 'string' ? 'This text is too short' : 'This list is too short';
    case 'too_big':
      if (issue.origin === 'number') return `Please enter at most ${issue.maximum}`;
      return issue.origin === 'string' ? 'This text is too long' : 'This list is too long';
    default:
      return 'Please check this field';
  }
}
