import { clsx } from 'clsx';
import { useId, useRef } from 'react';
import { say } from '../i18n/say.ts';
import { fillBoxes, type CodeBoxes } from './code-boxes.ts';
import { FieldNote } from './field.tsx';
import './voucher-code-field.css';

type VoucherCodeFieldProps = {
  label: string;
  /** Content of the boxes; initially `EMPTY_BOXES`. */
  boxes: CodeBoxes;
  onBoxes: (boxes: CodeBoxes) => void;
  error?: string | undefined;
  /** Whether the code is wrong; the message is shown elsewhere. */
  isWrong?: boolean;
};

const PLACES = [0, 1, 2, 3] as const;

/**
 * Field for a voucher code, in four boxes of four symbols. Pasting or scanning into any box fills all boxes. A full box
 * moves the focus to the next one, and Backspace in an empty box moves it back. For text from elsewhere, such as a
 * camera, call `fillBoxes` and pass its boxes in.
 */
export function VoucherCodeField({
  label,
  boxes,
  onBoxes,
  error,
  isWrong = error !== undefined,
}: VoucherCodeFieldProps) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const focusOn = (index: number) => group.current?.querySelectorAll('input').item(index)?.focus();
  const fill = (index: number, text: string) => {
    const filled = fillBoxes(boxes, index, text);
    onBoxes(filled.boxes);
    if (filled.next !== index) focusOn(filled.next);
  };
  return (
    <fieldset ref={group} className={clsx('field', isWrong && 'bad')} aria-describedby={`${id}-note`}>
      <legend className="label">{label}</legend>
      <div className="code-boxes">
        {PLACES.map((index) => (
          <input
            key={index}
            type="text"
            name={`code-${index + 1}`}
            inputMode="text"
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            aria-label={say('Characters {first} to {last}', { first: index * 4 + 1, last: index * 4 + 4 })}
            aria-invalid={isWrong || undefined}
            className={clsx(boxes[index].length === 4 && 'full')}
            value={boxes[index]}
            onChange={({ target }) => fill(index, target.value)}
            onPaste={(event) => {
              event.preventDefault();
              fill(index, event.clipboardData.getData('text'));
            }}
            onKeyDown={({ key }) => {
              if (key === 'Backspace' && boxes[index] === '') focusOn(index - 1);
            }}
          />
        ))}
      </div>
      <FieldNote
        id={`${id}-note`}
        help={say('0 and O count as the same, and so do 1 and I.')}
        error={error}
      />
    </fieldset>
  );
}
