import { clsx } from 'clsx';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldNote } from './field.tsx';
import type { FieldText, InputProps } from './field.tsx';
import { CURRENCY, shillingsTyped } from './shillings-typed.ts';

export type QuickAmount = { label: string; amount: number; isDisabled?: boolean };

type MoneyFieldProps = Omit<FieldText, 'isOptional'> &
  InputProps & {
    /** Quick amounts below the field, in whole shillings. */
    chips?: readonly QuickAmount[];
    /** The typed amount, which marks its chip as chosen. */
    chosen?: number | undefined;
    onChoose?: (amountShillings: number) => void;
    /** Shown to the right of the label, for example the available amount. */
    beside?: ReactNode;
  };

/** Large field for an amount in whole shillings. Parse its text with `shillingsTyped`. */
export function MoneyField({
  label,
  help,
  error,
  id,
  className,
  chips = [],
  chosen,
  onChoose,
  beside,
  ...input
}: MoneyFieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const noteId = `${controlId}-note`;
  const hasNote = help !== undefined || error !== undefined;
  return (
    <div className={clsx('field', error !== undefined && 'bad', className)}>
      <div className="label-row">
        <label htmlFor={controlId}>{label}</label>
        {beside}
      </div>
      <div className="money-input">
        <span aria-hidden="true">KES</span>
        <input
          inputMode="numeric"
          autoComplete="off"
          {...input}
          onChange={(event) => {
            tidy(event.target, event.nativeEvent);
            input.onChange?.(event);
          }}
          id={controlId}
          aria-describedby={hasNote ? noteId : undefined}
          aria-invalid={error === undefined ? undefined : true}
        />
      </div>
      {hasNote && <FieldNote id={noteId} help={help} error={error} />}
      {chips.length > 0 && (
        <div className={clsx('chips', chips.length === 5 && 'five')}>
          {chips.map((chip) => (
            <button
              key={chip.label}
              type="button"
              className="chip figure"
              aria-pressed={chosen === chip.amount}
              disabled={chip.isDisabled}
              onClick={() => onChoose?.(chip.amount)}
            >
              {chip.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Adds separators to an amount, and removes a typed currency, since the field already shows it. */
function tidy(input: HTMLInputElement, { inputType = '', data = null }: Partial<InputEvent>): void {
  if (inputType.startsWith('delete')) return separateThousands(input, inputType);
  if (data === null || inputType === 'insertFromPaste') {
    const amount = shillingsTyped(input.value);
    if (Number.isSafeInteger(amount)) input.value = separated(String(amount));
    return;
  }
  if (CURRENCY.test(input.value)) input.value = input.value.replace(CURRENCY, '');
  const caret = input.selectionEnd ?? input.value.length;
  const last = input.value.charAt(caret - 1);
  const before = input.value.slice(0, Math.max(0, caret - 1)) + input.value.slice(caret);
  const isFigure = /^\d*$/u.test(before) || before === separated(before.replaceAll(',', ''));
  // A typed comma may start a fraction, so separate only after a digit.
  if (isFigure && /^\d$/u.test(last)) separateThousands(input, inputType);
}

/**
 * Adds separators to an amount while it is typed, and keeps the caret between the same digits.
 * @param inputType type of the browser's input event
 */
function separateThousands(input: HTMLInputElement, inputType: string): void {
  const { value } = input;
  const caret = input.selectionEnd ?? value.length;
  let digits = value.replaceAll(',', '');
  let digitsBehind = value.slice(caret).replaceAll(',', '').length;
  if (`${value.slice(0, caret)},${value.slice(caret)}` === separated(digits)) {
    // Only a separator was deleted, and it would come back. So delete the digit next to it.
    if (inputType === 'deleteContentForward') digitsBehind -= 1;
    const taken = digits.length - digitsBehind - 1;
    if (inputType.startsWith('deleteContent')) digits = digits.slice(0, taken) + digits.slice(taken + 1);
  }
  if (!/^[1-9]\d{3,8}$/u.test(digits)) {
    // Up to three digits need no separator; only remove one that was there before.
    if (!/^\d{1,3}$/u.test(digits) || digits === value) return;
  }
  const shown = separated(digits);
  if (shown === value) return;
  let place = shown.length;
  for (let left = digitsBehind; left > 0; place -= 1) if (shown[place - 1] !== ',') left -= 1;
  input.value = shown;
  input.setSelectionRange(place, place);
}

function separated(digits: string): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/gu, ',');
}
