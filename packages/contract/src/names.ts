import type { z } from 'zod';
import { problemOfBusiness, problemOfPerson, problemOfWhole } from '#name-rules';
import { requiredLine } from './text.ts';
import { refusing } from './thing-names.ts';

// Other people read these names in our messages, so they must not contain a link, a number or a claim to be us.
// `strangers-words.ts` folds rows from before these rules when they are shown.

const LONGEST_OF_PERSON = 40;

const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000 ]+/gu;
const APOSTROPHES = /[‘`´′＇]/gu;
const HYPHENS = /[‐‑–－]/gu;

/** Replaces the special spaces, apostrophes and hyphens of phone keyboards. */
function tidied(name: string): string {
  return name.replace(SPACES, ' ').replace(APOSTROPHES, "'").replace(HYPHENS, '-');
}

function named(longest: number, problemOf: typeof problemOfPerson) {
  return requiredLine(longest).transform(tidied).superRefine(refusing(problemOf));
}

/** First or last name of a person. Typed without a capital, it gets capitals, so that screens, mails and SMS agree. */
export const personName = named(LONGEST_OF_PERSON, problemOfPerson).transform(withCapitals);

/** First and last name of a person in one field. */
export const fullName = named(2 * LONGEST_OF_PERSON, problemOfPerson).transform(withCapitals);

/** The name of a shop or business, as on its sign. */
export const businessName = named(80, problemOfBusiness);

/** The recipient of a gift, in its buyer's words, such as "Mama Njeri (Gilgil)": folded in messages, never refused. */
export const recipientName = requiredLine(80);

/** The recipient's name, with capitals. */
export const capitalisedRecipient = recipientName.transform(withCapitals);

type Names = { firstName?: string | undefined; lastName?: string | undefined };

/** Returns the problem with two names that are fine alone, such as "Zawadi" and "Support". */
export function problemOfNames({ firstName = '', lastName = '' }: Names) {
  const problem = problemOfWhole(`${firstName} ${lastName}`);
  return problem && { path: 'lastName', ...problem };
}

/** Refines an object that has both names. */
export function refineNames(names: Names, context: z.RefinementCtx): void {
  const problem = problemOfNames(names);
  if (problem === undefined) return;
  const { path, code, message } = problem;
  context.addIssue({ code: 'custom', path: [path], params: { code }, message });
}

/** Words that stay lower-case between names, as in "Njeri wa Kamau". */
const SMALL_WORDS = new Set(['wa', 'na', 'ya', 'bin', 'binti', 'ole', 'van', 'de']);

function withCapitals(name: string): string {
  if (name !== name.toLocaleLowerCase('en-KE')) return name;
  return name.replace(/\S+/gu, (word, at: number) =>
    at > 0 && SMALL_WORDS.has(word)
      ? word
      : word.replace(/\p{L}/u, (letter) => letter.toLocaleUpperCase('en-KE')),
  );
}
