import type { Language } from '../templates.ts';
import type { Letter } from './letter.ts';

type FirstSignIn = { password: string; link: string } & ({ merchantCode: string } | { email: string });

const WORDS = {
  en: {
    merchantCode: 'Merchant code',
    email: 'E-mail',
    password: 'First password',
    signIn: 'Sign in',
    howLong: 'The first password works for three days, until another one is chosen.',
  },
  sw: {
    merchantCode: 'Msimbo wa duka',
    email: 'Barua pepe',
    password: 'Nenosiri la kwanza',
    signIn: 'Ingia',
    howLong: 'Nenosiri la kwanza linatumika kwa siku tatu, hadi jingine lichaguliwe.',
  },
} satisfies Record<Language, object>;

/**
 * What a letter says to somebody for whom a password was made: with what to sign in, where, and for how long it works.
 * @param warning follows in the small print
 */
export function firstSignIn(
  language: Language,
  { password, link, ...as }: FirstSignIn,
  warning?: string,
): Required<Pick<Letter, 'rows' | 'button' | 'note'>> {
  const words = WORDS[language];
  const name =
    'email' in as
      ? { label: words.email, value: as.email }
      : { label: words.merchantCode, value: as.merchantCode };
  return {
    rows: [name, { label: words.password, value: password }],
    button: { label: words.signIn, url: link },
    note: warning === undefined ? words.howLong : `${words.howLong} ${warning}`,
  };
}
