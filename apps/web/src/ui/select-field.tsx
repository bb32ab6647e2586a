import type { Ref, SelectHTMLAttributes } from 'react';
import { Field } from './field.tsx';
import type { FieldText } from './field.tsx';

type SelectFieldProps = FieldText &
  SelectHTMLAttributes<HTMLSelectElement> & {
    ref?: Ref<HTMLSelectElement>;
    options: readonly { value: string; label: string }[];
  };

/** Choice of one option with the browser's own list, which phones show as a wheel. */
export function SelectField({
  label,
  help,
  error,
  isOptional,
  id,
  className,
  options,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ label, help, error, isOptional, id, className }}>
      {(wiring) => (
        <select {...select} {...wiring} className="input">
          {options.map(({ value, label: word }) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
