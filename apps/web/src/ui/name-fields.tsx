import { say } from '../i18n/say.ts';
import { TextField } from './field.tsx';
import type { InputProps } from './field.tsx';

type NameInput = InputProps & { error: string | undefined };

/** Fields for a person's first and last name, in one row if there is space. */
export function NameFields({ first, last }: { first: NameInput; last: NameInput }) {
  return (
    <div className="two">
      <TextField label={say('First name')} autoComplete="given-name" {...first} />
      <TextField label={say('Last name')} autoComplete="family-name" {...last} />
    </div>
  );
}
