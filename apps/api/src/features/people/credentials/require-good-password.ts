import { isMadeOfOwnWords, refusals } from '@zawadi/contract';
import { Refusal } from '../../../platform/refusal.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Refuses a password that is guessed first: a common one, a row such as `abcdefgh`, or one made of the owner's or the
 * product's words.
 * @param own names and addresses of the person who sets it
 * @param path the request field with the password, next to which the screen shows the refusal
 * @throws Refusal `password_common`, `password_personal`
 */
export async function requireGoodPassword(
  password: string,
  own: readonly string[],
  path: string,
): Promise<void> {
  if (await isCommon(password)) throw refusalAt('password_common', path);
  if (isMadeOfOwnWords(password, own)) throw refusalAt('password_personal', path);
}

async function isCommon(password: string): Promise<boolean> {
  const lower = password.normalize('NFKC').trim().toLowerCase();
  common ??= readCommon();
  return isRow(lower) || (await common).has(lower);
}

/** Loads the 49,000 most frequent leaked passwords, in lower case; several megabytes, kept after the first use. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Returns whether each symbol has the same distance from the one before: none, one up or one down. */
function isRow(text: string): boolean {
  const codes = [...text].map((symbol) => symbol.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  const [step = 2] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}

function refusalAt(code: 'password_common' | 'password_personal', path: string): Refusal {
  return new Refusal(code, { fields: [{ path, message: refusals[code].message }] });
}
