import { onlyWordIn, passwordWeakness, refusals, spelledOut } from '@zawadi/contract';
import { Refusal } from '../../../platform/refusal.ts';

type Leaked = {
  exact: ReadonlySet<string>;
  /** The leaked passwords with look-alike symbols replaced by letters. */
  words: ReadonlySet<string>;
};

let leaked: Promise<Leaked> | undefined;

/**
 * Refuses an easily guessed password: a leaked one, also with a year or digits around it, a row such as
 * `abcdefgh`, or a combination of frequent words, the owner's own words or the product's.
 * @param own names, addresses and phone numbers of the person who sets it
 * @param path the password's request field; the screen shows the refusal next to it
 * @throws Refusal `password_common`, `password_personal`
 */
export async function requireGoodPassword(
  password: string,
  own: readonly string[],
  path: string,
): Promise<void> {
  if (await isLeaked(password)) throw refusalAt('password_common', path);
  const weakness = passwordWeakness(password, own);
  if (weakness !== undefined) throw refusalAt(`password_${weakness}`, path);
}

async function isLeaked(password: string): Promise<boolean> {
  const lower = password.normalize('NFKC').trim().toLowerCase();
  leaked ??= readLeaked();
  const { exact, words } = await leaked;
  return isRow(lower) || exact.has(lower) || onlyWordIn(password).some((word) => words.has(word));
}

/** Loads the 49,000 most frequent leaked passwords, in lower case; several megabytes, kept after the first use. */
async function readLeaked(): Promise<Leaked> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const list = dictionary['passwords-common'];
  return { exact: new Set(list), words: new Set(list.map(spelledOut)) };
}

/** Returns whether the symbols repeat, count up or count down, as in `aaaa`, `abcd` or `4321`. */
function isRow(text: string): boolean {
  const codes = [...text].map((symbol) => symbol.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  const [step = 2] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}

function refusalAt(code: 'password_common' | 'password_personal', path: string): Refusal {
  return new Refusal(code, { fields: [{ path, message: refusals[code].message }] });
}
