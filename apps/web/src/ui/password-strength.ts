import { isMadeOfOwnWords } from '@zawadi/contract/own-words';

export type PasswordStrength = 'too-short' | 'personal' | 'common' | 'weak' | 'fair' | 'strong';

const SHORTEST = 8;
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u] as const;
const COMMON = /password|nenosiri|qwert|asdf|zawadi|mpesa|safaricom|kenya|admin|welcome|letmein|iloveyou/u;

/**
 * How hard a password is to guess, and why, for a hint while it is typed. The server refuses what is made of own words,
 * by the same rule, and what is on a long list of common ones, of which the words here are the beginning. Length counts
 * most, as in NIST SP 800-63B; repetitions, rows of keys and words that everybody tries count little.
 * @param own names and addresses of the person who types it
 */
export function passwordStrength(password: string, own: readonly string[] = []): PasswordStrength {
  if (password.trim().length < SHORTEST) return 'too-short';
  if (isMadeOfOwnWords(password, own)) return 'personal';
  const weight = weightOf(password);
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  if (weight < SHORTEST || (kinds === 1 && weight < 12))
    return COMMON.test(password.toLowerCase()) ? 'common' : 'weak';
  return weight >= 14 || (weight >= 10 && kinds >= 3) ? 'strong' : 'fair';
}

/** Its symbols without those that the one before gives away, and without a common word. */
function weightOf(password: string): number {
  const rest = password.toLowerCase().replace(COMMON, '');
  const steps = [...rest].map((symbol, index, all) => distance(all[index - 1], symbol));
  return steps.filter((step) => step > 1).length;
}

function distance(before: string | undefined, symbol: string): number {
  if (before === undefined) return Number.POSITIVE_INFINITY;
  return Math.abs((symbol.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0));
}
