import type { BankColumns } from '@zawadi/contract/reconciliation';
import { CallRefused } from '../../../api/call.ts';
import { SelectField } from '../../../ui/select-field.tsx';

const FIELDS = [
  { name: 'dateColumn', label: 'Day' },
  { name: 'detailsColumn', label: 'Details' },
  { name: 'referenceColumn', label: 'Reference' },
  { name: 'debitColumn', label: 'Debit (money out)' },
  { name: 'creditColumn', label: 'Credit (money in)' },
  { name: 'amountColumn', label: 'Amount with a sign, if debit and credit are one column' },
  { name: 'balanceColumn', label: 'Balance after the line' },
] as const satisfies readonly { name: keyof BankColumns; label: string }[];

type BankColumnFieldsProps = {
  headings: readonly string[];
  columns: BankColumns;
  onChange: (changed: BankColumns) => void;
};

/** Asks what each column of an unknown bank's statement is. */
export function BankColumnFields({ headings, columns, onChange }: BankColumnFieldsProps) {
  const options = [
    { value: '', label: 'As its heading says' },
    ...headings.map((value) => ({ value, label: value })),
  ];
  return (
    <fieldset className="stack-2">
      <legend className="strong">Which column is which?</legend>
      {FIELDS.map(({ name, label }) => (
        <SelectField
          key={name}
          label={label}
          options={options}
          value={columns[name] ?? ''}
          onChange={({ target }) => onChange({ [name]: target.value || undefined })}
        />
      ))}
    </fieldset>
  );
}

/** Returns the headings of a statement that was refused because we do not recognise its columns. */
export function unknownHeadings(error: Error | null): string[] {
  if (!(error instanceof CallRefused) || error.code !== 'statement_columns_unknown') return [];
  return error.fields.map(({ message }) => message);
}
