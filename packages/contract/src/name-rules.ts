import { isImpostor } from './impostor-names.ts';
import { hasNumber } from './strangers-words.ts';

const problems = {
  name_signs: 'Please use letters only, without numbers and signs',
  name_link: 'Please put a space after a full stop: a name cannot be a link',
  name_impostor: 'This looks like the name of a company or service. Please enter your own name',
  business_name_signs: 'Please use letters, digits and the signs & + # / ( )',
  business_name_number: 'Please leave out numbers of more than four digits',
  business_name_impostor:
    'This looks like a service of Zawadi, M-PESA or a bank. Please enter the name on your sign',
  thing_name_signs: 'Please use letters, digits and the signs & + # / ( ) _',
  thing_name_impostor: 'This looks like a service of Zawadi, M-PESA or a bank. Please choose another name',
} as const;

/** Why a name is refused: a stable code, and the sentence to show at its field. */
export type NameProblem = { code: keyof typeof problems; message: string };

function problem(code: keyof typeof problems): NameProblem {
  return { code, message: problems[code] };
}

const OF_PERSON = /^[\p{L}\p{M}\p{Join_Control} '’ʼ.\u05be\u05f3-]+$/u;
const OF_BUSINESS = /^[\p{L}\p{M}\p{Nd}\p{Join_Control} '’ʼ.,()&+#/!-]+$/u;
const OF_THING = /^[\p{L}\p{M}\p{Nd}\p{Join_Control} '’ʼ.,()&+#/!_-]+$/u;
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

/** Words joined by a dot look like a link. Initials do not: `J.K. Rowling`, `St. Mary`. */
function hasLink(name: string): boolean {
  return name.split(' ').some((word) => {
    if (word === '.') return true;
    const parts = word.replace(/\.$/u, '').split('.');
    return parts.length > 1 && !parts.every((part) => /^\p{L}\p{M}*$/u.test(part));
  });
}

/** Returns the problem with a person's first, last or full name. */
export function problemOfPerson(name: string): NameProblem | undefined {
  if (!hasOnly(OF_PERSON, name)) return problem('name_signs');
  if (hasLink(name)) return problem('name_link');
  return problemOfWhole(name);
}

/** Returns the problem with a first and last name together, although each is fine alone: "Zawadi" and "Support". */
export function problemOfWhole(name: string): NameProblem | undefined {
  return isImpostor(name, 'person') ? problem('name_impostor') : undefined;
}

export function problemOfBusiness(name: string): NameProblem | undefined {
  if (!hasOnly(OF_BUSINESS, name)) return problem('business_name_signs');
  return (
    problemWithin(name) ?? (isImpostor(name, 'business') ? problem('business_name_impostor') : undefined)
  );
}

/** Returns the problem with the name of a thing, such as a passkey or an API key. */
export function problemOfThing(name: string): NameProblem | undefined {
  // An opening bracket within a word may replace the dot of a link.
  if (!hasOnly(OF_THING, name) || /\p{L}\(/u.test(name)) return problem('thing_name_signs');
  return problemWithin(name) ?? (isImpostor(name, 'business') ? problem('thing_name_impostor') : undefined);
}

function problemWithin(name: string): NameProblem | undefined {
  if (hasNumber(name)) return problem('business_name_number');
  const hasPath = name.includes('//') || hasLink(name.replace(/\.(?=\p{Nd})/gu, ' '));
  return hasPath ? problem('name_link') : undefined;
}
