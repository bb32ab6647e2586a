import { idTailOf, normaliseMsisdn } from '@zawadi/contract';

/** Possible meanings of a search term; several may apply. */
export type Search = {
  /** For `like`: the beginning of a merchant's own reference, in lower case. */
  referencePattern: string;
  msisdn: string | null;
  receipt: string | null;
  codeLastFour: string | null;
  /** Range of the ids that begin with the term. */
  ids: { first: string; last: string } | null;
  /** Last twelve digits of an id, if the term is a short reference. */
  idTail: string | null;
};

/**
 * Parses a search term. Matches a whole phone number only: parts would reveal, digit by digit, the numbers that
 * merchants' lists mask.
 */
export function parseSearch(typed: string): Search {
  const text = typed.trim();
  const word = text.toUpperCase();
  const literally = text.toLowerCase().replaceAll(/[\\%_]/gu, '\\$&');
  return {
    referencePattern: `${literally}%`,
    msisdn: normaliseMsisdn(text) ?? null,
    receipt: /^[A-Z0-9]{10}$/u.test(word) ? word : null,
    codeLastFour: /^[0-9A-Z]{4}$/u.test(word) ? word : null,
    ids: idsBeginningWith(text.toLowerCase()),
    idTail: idTailOf(text) ?? null,
  };
}

const SHORTEST_BEGINNING = 8;

function idsBeginningWith(text: string): Search['ids'] {
  const digits = text.replaceAll('-', '');
  const isBeginning = /^[0-9a-f]+$/u.test(digits) && digits.length <= 32;
  if (!isBeginning || digits.length < SHORTEST_BEGINNING) return null;
  return { first: asUuid(digits.padEnd(32, '0')), last: asUuid(digits.padEnd(32, 'f')) };
}

function asUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
}
