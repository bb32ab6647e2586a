import { clsx } from 'clsx';
import { ChevronDown, ListFilter, X } from 'lucide-react';
import { use, useRef, useState } from 'react';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popup } from '../../ui/popup.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { FilterBarEnd } from './filter-bar-end.ts';
import { HiddenFields, hiddenText } from './filter-fields.tsx';
import type { ChoiceField, FilterValues, HiddenField, TextFilterField } from './filter-fields.tsx';
import { PeriodPicker } from './period-picker.tsx';
import './lists.css';

/** One filter of a list; `name` is its parameter in the URL. */
export type FilterField =
  | { kind: 'search'; placeholder: string; shortest?: { length: number; text: string } }
  | ChoiceField
  | TextFilterField
  /** Filters by `from` and `to`. The label names the event, if "Period" is not clear. */
  | { kind: 'days'; label?: string };

type FilterBarProps = {
  filters: object;
  onChange: (part: Record<string, unknown>) => void;
  fields: readonly FilterField[];
  /** Removes all filters. Without it, the bar has no button for that. */
  onClear?: () => void;
  /** Filters that a link set and that have no field: their text, and the change of the URL that removes them. */
  further?: readonly { text: string; off: Record<string, undefined> }[];
  /** Label of the button that closes the dialog of hidden filters, for example "Show 214 transactions". */
  showText?: string | undefined;
};

const MOST_OPEN = 2;

/** The filters of a list: a search field and two filters are visible, a button opens the others. */
export function FilterBar({ filters, onChange, fields, onClear, further = [], showText }: FilterBarProps) {
  const values = filters as FilterValues;
  const end = use(FilterBarEnd);
  const { open, hidden } = sorted(fields);
  const chips = [
    ...further,
    ...hidden
      .map((field) => ({ text: hiddenText(field, values), off: { [field.name]: undefined } }))
      .filter((chip): chip is { text: string; off: Record<string, undefined> } => chip.text !== undefined),
  ];
  const isAnySet = further.length > 0 || fields.some((field) => isSet(field, values));
  return (
    <search className="filter-bar">
      <div className="filter-row">
        {open.map((field) => (
          <OpenFilter key={'name' in field ? field.name : field.kind} {...{ field, values, onChange }} />
        ))}
        {hidden.length > 0 && (
          <FurtherFilters {...{ hidden, values, onChange, showText }} count={chips.length - further.length} />
        )}
        {end}
      </div>
      {isAnySet && (chips.length > 0 || onClear !== undefined) && (
        <div className="chips filters-set">
          {chips.map(({ text, off }) => (
            <button
              key={text}
              type="button"
              className="filter-off"
              aria-label={say('Remove: {filter}', { filter: text })}
              onClick={() => onChange(off)}
            >
              {text}
              <Icon of={X} />
            </button>
          ))}
          {onClear !== undefined && (
            <Button variant="quiet" small onClick={onClear}>
              {say('Clear all')}
            </Button>
          )}
        </div>
      )}
    </search>
  );
}

type OpenFilterProps = {
  field: FilterField;
  values: FilterValues;
  onChange: (part: Record<string, unknown>) => void;
};

function OpenFilter({ field, values, onChange }: OpenFilterProps) {
  if (field.kind === 'search') {
    const search = values['search'];
    return (
      <SearchField
        label={say('Search')}
        placeholder={field.placeholder}
        search={search === undefined ? undefined : String(search)}
        onSearch={(typed) => onChange({ search: typed })}
        shortest={field.shortest}
      />
    );
  }
  if (field.kind === 'days') {
    const [from, to] = [values['from'], values['to']].map((day) =>
      day === undefined ? undefined : String(day),
    );
    return (
      <PeriodPicker
        label={field.label}
        days={{ from, to }}
        onChange={(days) => onChange({ from: days.from, to: days.to })}
      />
    );
  }
  if (field.kind === 'text') return null;
  const first = field.options[0]?.value;
  const value = field.value ?? (values[field.name] === undefined ? first : String(values[field.name]));
  return (
    <span className={clsx('pick choice', value !== first && 'set')}>
      <select
        aria-label={field.label}
        value={value}
        onChange={({ target }) => onChange(field.partOf?.(target.value) ?? { [field.name]: target.value })}
      >
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} />
    </span>
  );
}

type FurtherFiltersProps = Pick<FilterBarProps, 'onChange' | 'showText'> & {
  hidden: readonly HiddenField[];
  values: FilterValues;
  count: number;
};

/** Dialog of the hidden filters. Applies each filter at once, so that the list behind it shows the result. */
function FurtherFilters({ hidden, values, count, onChange, showText }: FurtherFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const off = Object.fromEntries(hidden.map(({ name }) => [name, undefined]));
  return (
    <>
      <button
        ref={button}
        type="button"
        className="pick"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Icon of={ListFilter} />
        {say('Filter')}
        {count > 0 && <span className="count">{count}</span>}
      </button>
      {isOpen && (
        <Popup
          anchor={button}
          title={say('Filter')}
          className="filters"
          onClose={() => setOpen(false)}
          foot={
            <>
              {count > 0 && (
                <Button variant="quiet" small onClick={() => onChange(off)}>
                  {say('Clear all')}
                </Button>
              )}
              <Button onClick={() => setOpen(false)}>{showText ?? say('Show')}</Button>
            </>
          }
        >
          <HiddenFields fields={hidden} values={values} onChange={onChange} />
        </Popup>
      )}
    </>
  );
}

/** Chooses the visible filters: the search, and either the first choice and the days, or two choices. */
function sorted(fields: readonly FilterField[]): { open: FilterField[]; hidden: HiddenField[] } {
  const search = fields.filter(({ kind }) => kind === 'search');
  const days = fields.filter(({ kind }) => kind === 'days');
  const others = fields.filter(
    (field): field is HiddenField => field.kind === 'choice' || field.kind === 'text',
  );
  const choices = others.filter(({ kind }) => kind === 'choice').slice(0, MOST_OPEN - days.length);
  return {
    open: [...search, ...choices, ...days],
    hidden: others.filter((field) => !choices.includes(field)),
  };
}

function isSet(field: FilterField, values: FilterValues): boolean {
  if (field.kind === 'search') return values['search'] !== undefined && values['search'] !== '';
  if (field.kind === 'days') return values['from'] !== undefined || values['to'] !== undefined;
  if (field.kind === 'choice' && field.value !== undefined) return field.value !== field.options[0]?.value;
  return values[field.name] !== undefined;
}
