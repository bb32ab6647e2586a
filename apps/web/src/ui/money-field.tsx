import { clsx } from 'clsx';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldNote } from './field.tsx';
import type { FieldText, InputProps } from './field.tsx';

export type QuickAmount = { label: string; amount: number; isDisabled?: boolean };

type MoneyFieldProps = Omit<FieldText, 'isOptional'> &
  InputProps & {
    /** Quick amounts beneath the figure, in whole shillings. */
    chips?: readonly QuickAmount[];
    /** The amount now typed, to mark its chip. */
    chosen?: number | undefined;
    onChoose?: (amountShillings: number) => void;
    /** Shown to the right of the label, such as what is available. */
    beside?: ReactNode;
  };

/** A big figure in whole shillings. Read what was typed with `shillingsTyped`. */
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
              className="chip"
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

/** Whole shillings as typed, with or without separators and KES; NaN for anything else. */
export function shillingsTyped(typed: string): number {
  const compact = typed.replace(/KES|[\s,\u00a0]/giu, '');
  return /^\d+(?:\.0{1,2})?$/u.test(compact) ? Number(compact) : Number.NaN;
}
