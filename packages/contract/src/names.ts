import type { z } from 'zod';
import { problemOfBusiness, problemOfPerson, problemOfWhole } from '#name-rules';
import { requiredLine } from './text.ts';
import { refusing } from './thing-names.ts';

// Our messages show these names to other people, so they must not contain a link, a phone number or a claim to be us.
// Older names may break these rules; `strangers-words.ts` removes such parts when it shows them.

const LONGEST_OF_PERSON = 40;

const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000 ]+/gu;
const APOSTROPHES = /[‘`´′＇]/gu;
const HYPHENS = /[‐‑–－]/gu;

/** Replaces the special spaces, apostrophes and hyphens of phone keyboards by plain ones. */
function tidied(name: string): string {
  return name.replace(SPACES, ' ').replace(APOSTROPHES, "'").replace(HYPHENS, '-');
}

function named(longest: number, problemOf: typeof problemOfPerson) {
  return requiredLine(longest).transform(tidied).superRefine(refusing(problemOf));
}

/** A person's first or last name. A name typed without capitals gets capitals, so that screens, mails and SMS agree. */
export const personName = named(LONGEST_OF_PERSON, problemOfPerson).transform(withCapitals);

/** A person's first and last name in one field. */
export const fullName = named(2 * LONGEST_OF_PERSON, problemOfPerson).transform(withCapitals);

/** The name of a shop or business, as on its sign. */
export const businessName = named(80, problemOfBusiness);

/**
 * A gift's recipient as the buyer calls them, such as "Mama Njeri (Gilgil)". Never refused: messages remove unsafe
 * parts.
 */
export const recipientName = requiredLine(80);

/** The recipient's name, with capitals. */
export const capitalisedRecipient = recipientName.transform(withCapitals);

type Names = { firstName?: string | undefined; lastName?: string | undefined };

/** Returns the problem with a first and last name together, although each is fine alone: "Zawadi" and "Support". */
export function problemOfNames({ firstName = '', lastName = '' }: Names) {
  const problem = problemOfWhole(`${firstName} ${lastName}`);
  return problem && { path: 'lastName', ...problem };
}

/** Adds an error to an object whose first and last name are a problem together. */
export function refineNames(names: Names, context: z.RefinementCtx): void {
  const problem = problemOfNames(names);
  if (problem === undefined) return;
  const { path, code, message } = problem;
  context.addIssue({ code: 'custom', path: [path], params: { code }, message });
}

/** Words that stay lower-case within a name, as in "Njeri wa Kamau". */
const SMALL_WORDS = new Set(['wa', 'na', 'ya', 'bin', 'binti', 'ole', 'van', 'de']);

function withCapitals(name: string): string {
  if (name !== name.toLocaleLowerCase('en-KE')) return name;
  return name.replace(/\S+/gu, (word, at: number) =>
    at > 0 && SMALL_WORDS.has(word)
      ? word
      : word.replace(/\p{L}/u, (letter) => letter.toLocaleUpperCase('en-KE')),
  );
}
