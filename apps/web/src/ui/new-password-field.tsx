import { useState } from 'react';
import { onlyWordIn, passwordWeakness } from '@zawadi/contract/password-rules';
import { say, type Phrase } from '../i18n/say.ts';
import type { FieldText, InputProps } from './field.tsx';
import { PasswordField } from './password-field.tsx';
import './new-password-field.css';

type PasswordStrength = 'too-short' | 'personal' | 'common' | 'weak' | 'fair' | 'strong';

const SHORTEST = 8;
/** Minimum of unpredictable symbols in a fair password, by how many kinds of symbols it has. */
const FEWEST_BY_KINDS = [12, 12, 10];
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u] as const;

const HINTS = {
  'too-short': 'At least 8 characters',
  personal: 'Easy to guess: it uses your name or other words known about you. Choose other words.',
  common: 'Easy to guess: many people use this word. A few words in a row are better.',
  weak: 'Weak: easy to guess. A few words in a row are better.',
  fair: 'Fair: longer is stronger.',
  strong: 'Strong',
} as const satisfies Record<PasswordStrength, Phrase>;

type NewPasswordFieldProps = Omit<FieldText, 'help'> &
  InputProps & {
    /** Returns the person's names, email and phone number, as far as the screen has them. */
    ownWords?: () => readonly string[];
  };

/**
 * Field for a new password, which rates its strength and explains the rating. The rating blocks nothing; the server
 * decides.
 */
export function NewPasswordField({ onChange, ownWords, ...field }: NewPasswordFieldProps) {
  const [strength, setStrength] = useState<PasswordStrength>('too-short');
  return (
    <PasswordField
      autoComplete="new-password"
      {...field}
      help={
        <span className="strength" data-strength={strength}>
          <i aria-hidden="true" />
          <span aria-live="polite">{say(HINTS[strength])}</span>
        </span>
      }
      onChange={(event) => {
        setStrength(passwordStrength(event.target.value, ownWords?.()));
        onChange?.(event);
      }}
    />
  );
}

type Typed = InputProps & { error: string | undefined };
type NewPasswordTwiceProps = Pick<NewPasswordFieldProps, 'ownWords'> & {
  label?: string;
  againLabel?: string;
  first: Typed;
  again: Typed;
};

/** Field for a new password, and a field to repeat it. */
export function NewPasswordTwice({
  label = say('New password'),
  againLabel = say('Confirm password'),
  ownWords,
  first,
  again,
}: NewPasswordTwiceProps) {
  return (
    <>
      <NewPasswordField label={label} {...(ownWords && { ownWords })} {...first} />
      <PasswordField label={againLabel} autoComplete="new-password" {...again} />
    </>
  );
}

/**
 * Rates a password's strength while it is typed. Finds personal and common passwords by the same rules as the server,
 * which refuses them. The server's list of leaked passwords is not loaded here. One word with a few digits may be on
 * that list, so its rating is at most weak. Length counts most, as in NIST SP 800-63B; repetitions and rows of keys
 * count little.
 * @param own the person's names, emails and phone numbers
 */
export function passwordStrength(password: string, own: readonly string[] = []): PasswordStrength {
  if (password.trim().length < SHORTEST) return 'too-short';
  const weakness = passwordWeakness(password, own);
  if (weakness !== undefined) return weakness;
  const weight = weightOf(password);
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  if (weight < (FEWEST_BY_KINDS[kinds] ?? SHORTEST) || onlyWordIn(password).length > 0) return 'weak';
  return weight >= 14 || (weight >= 10 && kinds >= 3) ? 'strong' : 'fair';
}

/** Counts the symbols of a password, except symbols that the previous symbol predicts. */
function weightOf(password: string): number {
  const symbols = [...password.toLowerCase()];
  return symbols.filter((symbol, index) => distance(symbols[index - 1], symbol) > 1).length;
}

function distance(before: string | undefined, symbol: string): number {
  if (before === undefined) return Number.POSITIVE_INFINITY;
  return Math.abs((symbol.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0));
}
