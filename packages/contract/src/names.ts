import type { z } from 'zod';
import { problemOfBusiness, problemOfPerson, problemOfWhole } from '#name-rules';
import { requiredLine } from './text.ts';
import { refusing } from './thing-names.ts';

// Whom people see in our messages, so what is typed here can hold no link, no number and no claim to be us. Rows from before
// these rules are folded when they are shown, by `strangers-words.ts`.

const LONGEST_OF_PERSON = 40;

const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000 ]+/gu;
const APOSTROPHES = /[‘`´′＇]/gu;
const HYPHENS = /[‐‑–－]/gu;

/** What phones type in place of plain spaces, apostrophes and hyphens. */
function tidied(name: string): string {
  return name.replace(SPACES, ' ').replace(APOSTROPHES, "'").replace(HYPHENS, '-');
}

function named(longest: number, problemOf: typeof problemOfPerson) {
  return requiredLine(longest).transform(tidied).superRefine(refusing(problemOf));
}

/** First or last name of a person. One typed without a single capital gets them, so that screens, mails and SMS agree. */
export const personName = named(LONGEST_OF_PERSON, problemOfPerson).transform(withCapitals);

/** First and last name of a person in one field. */
export const fullName = named(2 * LONGEST_OF_PERSON, problemOfPerson).transform(withCapitals);

/** The name of a shop or business, as on its sign. */
export const businessName = named(80, problemOfBusiness);

/** Whom a gift is for, in the words of its buyer, such as "Mama Njeri (Gilgil)": folded in messages, never refused. */
export const recipientName = requiredLine(80);

/** The same, with capitals. */
export const capitalisedRecipient = recipientName.transform(withCapitals);

type Names = { firstName?: string | undefined; lastName?: string | undefined };

/** What is wrong with two names that are fine alone, such as "Zawadi" and "Support". */
export function problemOfNames({ firstName = '', lastName = '' }: Names) {
  const problem = problemOfWhole(`${firstName} ${lastName}`);
  return problem && { path: 'lastName', ...problem };
}

/** For the object that has both. */
export function refineNames(names: Names, context: z.RefinementCtx): void {
  const problem = problemOfNames(names);
  if (problem === undefined) return;
  const { path, code, message } = problem;
  context.addIssue({ code: 'custom', path: [path], params: { code }, message });
}

/** Between names, as in "Njeri wa Kamau". */
const SMALL_WORDS = new Set(['wa', 'na', 'ya', 'bin', 'binti', 'ole', 'van', 'de']);

function withCapitals(name: string): string {
  if (name !== name.toLocaleLowerCase('en-KE')) return name;
  return name.replace(/\S+/gu, (word, at: number) =>
    at > 0 && SMALL_WORDS.has(word)
      ? word
      : word.replace(/\p{L}/u, (letter) => letter.toLocaleUpperCase('en-KE')),
  );
}
