export type PasswordStrength = 'too-short' | 'weak' | 'fair' | 'strong';

const SHORTEST = 8;
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u] as const;
const COMMON = /password|nenosiri|qwert|asdf|zawadi|mpesa|safaricom|kenya|admin|welcome|letmein|iloveyou/u;

/**
 * How hard a password is to guess, for a hint while it is typed; the server demands its length and no more. Length
 * counts most, as in NIST SP 800-63B; repetitions, rows of keys and words that everybody tries count little.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (password.length < SHORTEST) return 'too-short';
  const weight = weightOf(password);
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  if (weight < SHORTEST || (kinds === 1 && weight < 12)) return 'weak';
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
