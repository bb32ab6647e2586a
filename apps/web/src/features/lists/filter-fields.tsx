import { TextField } from '../../ui/field.tsx';
import { usePausedTyping } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';

/** The filters as in the URL. */
export type FilterValues = Record<string, string | number | undefined>;

type Option = { value: string; label: string };

export type ChoiceField = {
  kind: 'choice';
  name: string;
  label: string;
  /** Options to choose from. If the URL has no value, the first option applies. */
  options: readonly Option[];
  /** The chosen value; default: the filter with this name. */
  value?: string | undefined;
  partOf?: (value: string) => Record<string, unknown>;
};

export type TextFilterField = {
  kind: 'text';
  name: string;
  label: string;
  placeholder: string;
  /** Whether the value is an amount in whole shillings; two amounts share a row. */
  isAmount?: boolean;
};

/** A filter that the Filter button opens. */
export type HiddenField = ChoiceField | TextFilterField;

type HiddenFieldsProps = {
  fields: readonly HiddenField[];
  values: FilterValues;
  onChange: (part: Record<string, unknown>) => void;
};

/** Fields of the filters that have no room next to the search field. */
export function HiddenFields({ fields, values, onChange }: HiddenFieldsProps) {
  return fields.map((field) =>
    field.kind === 'text' ? (
      <TextFilter key={field.name} {...{ field, onChange }} value={textOf(values[field.name])} />
    ) : (
      <Choice key={field.name} {...{ field, onChange }} value={textOf(values[field.name])} />
    ),
  );
}

/** Describes a filter ("At least KES 1,000"); undefined if it is not set. */
export function hiddenText(field: HiddenField, values: FilterValues): string | undefined {
  const value = textOf(values[field.name]);
  if (value === '') return undefined;
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? value;
  return `${field.label} ${field.isAmount === true ? `KES ${Number(value).toLocaleString('en-KE')}` : value}`;
}

// Up to this number, options are shown as chips; more options are quicker to find in a list.
const MOST_CHIPS = 8;

type ChoiceProps = { field: ChoiceField; value: string; onChange: HiddenFieldsProps['onChange'] };

function Choice({ field: { name, label, options, partOf }, value, onChange }: ChoiceProps) {
  const choose = (chosen: string | undefined) => onChange(partOf?.(chosen ?? '') ?? { [name]: chosen });
  if (options.length > MOST_CHIPS + 1) {
    return (
      <SelectField
        {...{ label, options }}
        value={value || options[0]?.value}
        onChange={({ target }) => choose(target.value)}
      />
    );
  }
  return (
    <fieldset>
      <legend>{label}</legend>
      <div className="chips">
        {options.slice(1).map((option) => (
          <button
            key={option.value}
            type="button"
            className="chip"
            aria-pressed={option.value === value}
            onClick={() => choose(option.value === value ? undefined : option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

type TextFilterProps = { field: TextFilterField; value: string; onChange: HiddenFieldsProps['onChange'] };

const LONGEST_TEXT = 32;

function TextFilter({ field, value, onChange }: TextFilterProps) {
  const { name, label, placeholder, isAmount = false } = field;
  const { typed, setTyped } = usePausedTyping({
    value,
    onTyped: (text) => onChange({ [name]: text }),
    // The URL contains a code in capitals, however it was typed.
    spell: (text) => text.trim().toUpperCase(),
  });
  return (
    <TextField
      {...{ label, placeholder }}
      inputMode={isAmount ? 'numeric' : undefined}
      className={isAmount ? 'half' : undefined}
      maxLength={LONGEST_TEXT}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

function textOf(value: string | number | undefined): string {
  return value === undefined ? '' : String(value);
}
