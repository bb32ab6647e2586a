import { Field } from './field.tsx';
import './colour-field.css';

type ColourFieldProps = {
  label: string;
  /** Names the browser's palette for screen readers. */
  pickLabel: string;
  help?: string;
  error?: string | undefined;
  /** The typed text, which need not be a colour yet. */
  value: string;
  /** Colour of the palette while no valid one is typed, as `#rrggbb`. */
  shown: string;
  onChange: (value: string) => void;
};

/** A colour, picked from the browser's palette or typed as `#rrggbb`. */
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
