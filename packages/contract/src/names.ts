import type { z } from 'zod';
import { isImpostor } from '#impostor-names';
import { hasNumber } from './strangers-words.ts';
import { requiredLine } from './text.ts';

// Whom people see in our messages, so what is typed here can hold no link, no number and no claim to be us. Rows from before
// these rules are folded when they are shown, by `strangers-words.ts`.

const LONGEST_OF_PERSON = 40;

/** What keeps a name from being taken: a stable code, and the sentence at its field. */
const problems = {
  name_signs: 'Please use letters only, without numbers and signs',
  name_link: 'Please put a space after a full stop: a name cannot be a link',
  name_impostor: 'This looks like the name of a company or service. Please enter your own name',
  business_name_signs: 'Please use letters, digits and the signs & + # / ( )',
  business_name_number: 'Please leave out numbers of more than four digits',
  business_name_impostor:
    'This looks like a service of Zawadi, M-PESA or a bank. Please enter the name on your sign',
} as const;

type Problem = keyof typeof problems;

const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000 ]+/gu;
const APOSTROPHES = /[‘`´′＇]/gu;
const HYPHENS = /[‐‑–－]/gu;

/** What phones type in place of plain spaces, apostrophes and hyphens. */
function tidied(name: string): string {
  return name.replace(SPACES, ' ').replace(APOSTROPHES, "'").replace(HYPHENS, '-');
}

const OF_PERSON = /^[\p{L}\p{M}\p{Join_Control} '’ʼ.\u05be\u05f3-]+$/u;
const OF_BUSINESS = /^[\p{L}\p{M}\p{Nd}\p{Join_Control} '’ʼ.,()&+#/!-]+$/u;
const BLANK = /(?!\p{Join_Control})\p{Default_Ignorable_Code_Point}/u;
const MANY_MARKS = /\p{M}{5}/u;
const JOINED_LATIN =
  /\p{Script=Latin}\p{Join_Control}|\p{Join_Control}(?:\p{Script=Latin}|$)|^\p{Join_Control}/u;

function hasOnly(allowed: RegExp, name: string): boolean {
  return (
    allowed.test(name) &&
    /\p{L}/u.test(name) &&
    !BLANK.test(name) &&
    !MANY_MARKS.test(name) &&
    !JOINED_LATIN.test(name)
  );
}

/** A dot between anything but initials makes a link of it: `J.K. Rowling` and `St. Mary` are none. */
function hasLink(name: string): boolean {
  return name.split(' ').some((word) => {
    if (word === '.') return true;
    const parts = word.replace(/\.$/u, '').split('.');
    return parts.length > 1 && !parts.every((part) => /^\p{L}\p{M}*$/u.test(part));
  });
}

function problemOfPerson(name: string): Problem | undefined {
  if (!hasOnly(OF_PERSON, name)) return 'name_signs';
  if (hasLink(name)) return 'name_link';
  return isImpostor(name, 'person') ? 'name_impostor' : undefined;
}

function problemOfBusiness(name: string): Problem | undefined {
  if (!hasOnly(OF_BUSINESS, name)) return 'business_name_signs';
  if (hasNumber(name)) return 'business_name_number';
  if (name.includes('//') || hasLink(name.replace(/\.(?=\p{Nd})/gu, ' '))) return 'name_link';
  return isImpostor(name, 'business') ? 'business_name_impostor' : undefined;
}

function named(longest: number, problemOf: (name: string) => Problem | undefined) {
  return requiredLine(longest)
    .transform(tidied)
    .superRefine((name, context) => {
      const code = problemOf(name);
      if (code === undefined) return;
      context.addIssue({ code: 'custom', params: { code }, message: problems[code] });
    });
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
  if (!isImpostor(`${firstName} ${lastName}`, 'person')) return undefined;
  return { path: 'lastName', code: 'name_impostor', message: problems.name_impostor };
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
