import { DateField } from './date-field.tsx';

/** Whole days, `yyyy-MM-dd`, both inclusive; open without one. */
export type Days = { from?: string | undefined; to?: string | undefined };

type DateRangeProps = {
  days: Days;
  /** Receives only the changed day; an empty text when it was cleared. */
  onChange: (changed: { from?: string; to?: string }) => void;
  labels: { from: string; to: string };
  isTypedOnly?: boolean;
};

/** Two date fields whose calendars keep them in order. */
export function DateRange({ days: { from, to }, onChange, labels, isTypedOnly }: DateRangeProps) {
  return (
    <>
      <DateField
        label={labels.from}
        value={from ?? ''}
        max={to || undefined}
        isTypedOnly={isTypedOnly}
        onChange={(day) => onChange({ from: day })}
      />
      <DateField
        label={labels.to}
        value={to ?? ''}
        min={from || undefined}
        isTypedOnly={isTypedOnly}
        onChange={(day) => onChange({ to: day })}
      />
    </>
  );
}
