import { clsx } from 'clsx';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldNote } from './field.tsx';
import './radio-list.css';

type RadioListProps<Value extends string> = {
  /** The question that the options answer. */
  label: string;
  options: readonly { value: Value; label: string; help?: ReactNode }[];
  /** The chosen option; undefined until one is chosen. */
  value: Value | undefined;
  error?: string | undefined;
  onChange: (value: Value) => void;
};

/** Choice of one option, each with a line that explains it. */
export function RadioList<Value extends string>({
  label,
  options,
  value,
  error,
  onChange,
}: RadioListProps<Value>) {
  const name = useId();
  return (
    <fieldset className={clsx('field', error !== undefined && 'bad')}>
      <legend className="label">{label}</legend>
      <div className="radio-list">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              <span className="strong">{option.label}</span>
              {option.help !== undefined && <span className="help">{option.help}</span>}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && <FieldNote id={`${name}-note`} error={error} />}
    </fieldset>
  );
}
