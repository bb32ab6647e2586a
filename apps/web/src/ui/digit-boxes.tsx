import { plainSymbols } from '@zawadi/contract/pasted';
import { clsx } from 'clsx';
import { Field, type FieldText, type InputProps } from './field.tsx';
import './digit-boxes.css';

const PLACES = [0, 1, 2, 3, 4, 5] as const;

type DigitBoxesProps = Omit<FieldText, 'isOptional'> & {
  /** The digits typed so far. */
  value: string;
  onDigits: (digits: string) => void;
} & Pick<InputProps, 'ref'>;

/** Field for a six-digit code from an SMS, one digit in each box. Pasting or autofill fills all boxes. */
export function DigitBoxes({ label, help, error, value, onDigits, ...input }: DigitBoxesProps) {
  return (
    <Field {...{ label, help, error }}>
      {(wiring) => (
        <div className="digits">
          <input
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            name="otp"
            {...input}
            {...wiring}
            value={value}
            onChange={({ target }) =>
              onDigits(plainSymbols(target.value).replace(/\D/gu, '').slice(0, PLACES.length))
            }
          />
          <ol aria-hidden="true">
            {PLACES.map((place) => (
              <li
                key={place}
                className={clsx(
                  place < value.length && 'full',
                  place === Math.min(value.length, PLACES.length - 1) && 'next',
                )}
              >
                {value[place]}
              </li>
            ))}
          </ol>
        </div>
      )}
    </Field>
  );
}
