import { plainSymbols } from '@zawadi/contract/pasted';
import { say } from '../i18n/say.ts';
import { Field } from './field.tsx';
import type { FieldText, InputProps } from './field.tsx';

/**
 * Field for a six-digit code from an SMS or email. It is a single input, so that pasting, autofill and screen readers
 * work. Drops letters, spaces and dashes of a pasted code at once.
 */
export function CodeField({
  label,
  help,
  error,
  id,
  className,
  onChange,
  ...input
}: Omit<FieldText, 'isOptional'> & InputProps) {
  return (
    <Field {...{ label, help, error, id, className }}>
      {(wiring) => (
        <input
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder={help === undefined ? say('6 digits') : undefined}
          {...input}
          {...wiring}
          className="input six-digits"
          onChange={(event) => {
            event.target.value = plainSymbols(event.target.value).replace(/\D/gu, '').slice(0, 6);
            return onChange?.(event);
          }}
        />
      )}
    </Field>
  );
}
