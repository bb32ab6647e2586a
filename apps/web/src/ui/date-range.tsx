import { DateField } from './date-field.tsx';

/** Period of whole days, `yyyy-MM-dd`, both included; an undefined end is open. */
export type Days = { from?: string | undefined; to?: string | undefined };

type DateRangeProps = {
  days: Days;
  /** Receives only the changed day; '' if the person cleared it. */
  onChange: (changed: { from?: string; to?: string }) => void;
  labels: { from: string; to: string };
  isTypedOnly?: boolean;
};

/** Two date fields whose calendars allow no end before the start. */
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
