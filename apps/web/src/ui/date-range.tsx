import { TextField } from './field.tsx';

/** Whole days, `yyyy-MM-dd`, both inclusive; open where there is none. */
export type Days = { from?: string | undefined; to?: string | undefined };

type DateRangeProps = {
  days: Days;
  /** Gets the day that was changed, and only that; an empty text when it was taken out. */
  onChange: (changed: { from?: string; to?: string }) => void;
  labels: { from: string; to: string };
};

/** Two date fields that keep each other in order, with the browser's own calendar. */
export function DateRange({ days: { from, to }, onChange, labels }: DateRangeProps) {
  return (
    <>
      <TextField
        label={labels.from}
        type="date"
        value={from ?? ''}
        max={to}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        label={labels.to}
        type="date"
        value={to ?? ''}
        min={from}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </>
  );
}
