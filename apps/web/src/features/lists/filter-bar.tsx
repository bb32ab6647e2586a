import { say } from '../../i18n/say.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { TextField } from '../../ui/field.tsx';
import { SearchField, usePausedTyping } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import './lists.css';

type Option = { value: string; label: string };

/** One filter of a list; `name` is what it is called in the address. */
export type FilterField =
  | { kind: 'search'; placeholder: string; shortest?: { length: number; text: string } }
  | {
      kind: 'choice';
      name: string;
      label: string;
      /** The first one is what holds when the address says nothing. */
      options: readonly Option[];
      /** Where the choice is not the filter of its name. */
      value?: string | undefined;
      partOf?: (value: string) => Record<string, unknown>;
    }
  | { kind: 'text'; name: string; label: string; placeholder: string; inputMode?: 'numeric' }
  | { kind: 'days'; labels: { from: string; to: string } };

type FilterBarProps = {
  filters: object;
  onChange: (part: Record<string, unknown>) => void;
  fields: readonly FilterField[];
};

/** Everything that a list is narrowed by. */
export function FilterBar({ filters, onChange, fields }: FilterBarProps) {
  const values = filters as Record<string, string | number | undefined>;
  const wholeOnPhones = fieldWithoutNeighbour(fields);
  return (
    <search className={`list-filters ${layoutOf(fields)}`}>
      {fields.map((field) => (
        <Filter
          key={'name' in field ? field.name : field.kind}
          {...{ field, values, onChange }}
          className={field === wholeOnPhones ? 'whole-on-phones' : undefined}
        />
      ))}
    </search>
  );
}

type FilterProps = {
  field: FilterField;
  values: Record<string, string | number | undefined>;
  onChange: (part: Record<string, unknown>) => void;
  className: string | undefined;
};

function Filter({ field, values, onChange, className }: FilterProps) {
  if (field.kind === 'search') {
    return (
      <SearchField
        label={say('Search')}
        placeholder={field.placeholder}
        search={textOf(values['search']) || undefined}
        onSearch={(search) => onChange({ search })}
        shortest={field.shortest}
      />
    );
  }
  if (field.kind === 'days') {
    const days = { from: textOf(values['from']) || undefined, to: textOf(values['to']) || undefined };
    return <DateRange labels={field.labels} days={days} onChange={onChange} />;
  }
  const value = textOf(values[field.name]);
  if (field.kind === 'text') return <TextFilter {...{ field, value, onChange, className }} />;
  return (
    <SelectField
      label={field.label}
      className={className}
      value={field.value ?? (value || field.options[0]?.value)}
      options={field.options}
      onChange={({ target }) => onChange(field.partOf?.(target.value) ?? { [field.name]: target.value })}
    />
  );
}

type TextFilterProps = {
  field: Extract<FilterField, { kind: 'text' }>;
  value: string;
  onChange: (part: Record<string, unknown>) => void;
  className: string | undefined;
};

const LONGEST_TEXT = 12;

function TextFilter({ field, value, onChange, className }: TextFilterProps) {
  const { name, label, placeholder, inputMode } = field;
  const { typed, setTyped } = usePausedTyping({
    value,
    onTyped: (text) => onChange({ [name]: text }),
    // The address holds a code in capitals, however it was typed.
    spell: (text) => text.trim().toUpperCase(),
  });
  return (
    <TextField
      {...{ label, placeholder, inputMode, className }}
      maxLength={LONGEST_TEXT}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

function textOf(value: string | number | undefined): string {
  return value === undefined ? '' : String(value);
}

/** How the bar stands on desks: in one row, with all but the search in a second one, or in as many as it takes. */
function layoutOf(fields: readonly FilterField[]): string {
  if (inputsOf(fields) === 1) return 'single';
  const beside = inputsOf(fields.filter(({ kind }) => kind !== 'search'));
  if (beside > 4) return 'many';
  return beside === 4 && inputsOf(fields) > beside ? 'below' : '';
}

/** Phones show two in a row; with an odd number one has the row for itself, and never a single day of two. */
function fieldWithoutNeighbour(fields: readonly FilterField[]): FilterField | undefined {
  const pairs = fields.filter(({ kind }) => kind !== 'search');
  if (inputsOf(pairs) % 2 === 0) return undefined;
  const days = pairs.findIndex(({ kind }) => kind === 'days');
  return pairs[(days === -1 ? pairs.length : days) - 1];
}

function inputsOf(fields: readonly FilterField[]): number {
  return fields.reduce((sum, { kind }) => sum + (kind === 'days' ? 2 : 1), 0);
}
