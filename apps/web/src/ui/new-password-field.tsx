import { useState } from 'react';
import { say } from '../i18n/say.ts';
import type { Phrase } from '../i18n/say.ts';
import type { FieldText, InputProps } from './field.tsx';
import './new-password-field.css';
import { PasswordField } from './password-field.tsx';
import { passwordStrength } from './password-strength.ts';
import type { PasswordStrength } from './password-strength.ts';

const HINTS = {
  'too-short': 'At least 8 characters',
  personal: 'Easy to guess: it is made of words that everybody knows of you. Choose others.',
  common: 'Easy to guess: many people use this word. A few words in a row are better.',
  weak: 'Weak: easy to guess. A few words in a row are better.',
  fair: 'Fair: longer is stronger.',
  strong: 'Strong',
} as const satisfies Record<PasswordStrength, Phrase>;

type NewPasswordFieldProps = Omit<FieldText, 'help'> &
  InputProps & {
    /** Names and addresses of the person who types, as far as the screen knows them. */
    ownWords?: () => readonly string[];
  };

/** A password being set, with a hint of how hard it is to guess and why. The hint refuses nothing; the server does. */
function NewPasswordField({ onChange, ownWords, ...field }: NewPasswordFieldProps) {
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

/** A password being set, and the same typed again. */
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
