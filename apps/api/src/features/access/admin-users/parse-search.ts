import { normaliseMsisdn } from '@zawadi/contract';

/** What somebody may mean by what they typed; more than one of these at a time. */
export type Search = {
  /** For `like`: the beginning of a name or of an address, in lower case. */
  beginning: string;
  /** For `like` on a reversed number: its last digits, the last one first. */
  reversedEnd: string | null;
  userId: string | null;
};

const FEWEST_DIGITS = 3;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

export function parseSearch(typed: string): Search {
  const text = typed.trim().replaceAll(/\s+/gu, ' ').toLowerCase();
  const digits = normaliseMsisdn(text) ?? digitsOf(text);
  return {
    beginning: `${text.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`,
    reversedEnd: digits.length < FEWEST_DIGITS ? null : `${[...digits].toReversed().join('')}%`,
    userId: UUID.test(text) ? text : null,
  };
}

/** The digits of what is nothing but part of a number. */
function digitsOf(text: string): string {
  return /^\+?[\d\s().-]+$/u.test(text) ? text.replaceAll(/\D/gu, '') : '';
}
