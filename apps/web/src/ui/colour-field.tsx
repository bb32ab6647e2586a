import { Field } from './field.tsx';
import './colour-field.css';

type ColourFieldProps = {
  label: string;
  /** Label of the browser's colour picker, for screen readers. */
  pickLabel: string;
  help?: string;
  error?: string | undefined;
  /** The typed text, which may not yet be a colour. */
  value: string;
  /** Colour of the picker while the typed text is invalid, as `#rrggbb`. */
  shown: string;
  onChange: (value: string) => void;
};

/** Field for a colour, chosen in the browser's colour picker or typed as `#rrggbb`. */
export function ColourField({ label, pickLabel, help, error, value, shown, onChange }: ColourFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        <div className="colour-field">
          <input
            type="color"
            aria-label={pickLabel}
            value={shown}
            onChange={({ target }) => onChange(target.value)}
          />
          <input
            {...wiring}
            className="input"
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            value={value}
            onChange={({ target }) => onChange(target.value.trim())}
          />
        </div>
      )}
    </Field>
  );
}
