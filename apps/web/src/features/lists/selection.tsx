import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import './selection.css';

export type Selection<Row> = {
  selectable: readonly Row[];
  selected: readonly Row[];
  /** The most rows that one request may have. */
  most: number;
  isSelected: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Selects as many of the loaded rows as one request may have, or none if some are selected. */
  toggleAll: () => void;
  clear: () => void;
};

type SelectionOptions<Row> = {
  keyOf: (row: Row) => string;
  isSelectable: (row: Row) => boolean;
  most: number;
};

/** Selects rows of a list for an action on all of them. A row that leaves the list is no longer selected. */
export function useSelection<Row>(
  rows: readonly Row[] | undefined,
  { keyOf, isSelectable, most }: SelectionOptions<Row>,
): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const selectable = (rows ?? []).filter(isSelectable);
  const selected = selectable.filter((row) => keys.has(keyOf(row)));
  const isSelected = (row: Row) => keys.has(keyOf(row)) && isSelectable(row);
  const clear = () => setKeys(new Set());
  return {
    selectable,
    selected,
    most,
    isSelected,
    clear,
    toggle: (row) => {
      const left = selected.filter((one) => keyOf(one) !== keyOf(row));
      const next = isSelected(row) ? left : [...left, row];
      if (next.length <= most) setKeys(new Set(next.map(keyOf)));
    },
    toggleAll: () => (selected.length > 0 ? clear() : setKeys(new Set(selectable.slice(0, most).map(keyOf)))),
  };
}

/** The first cell of a row with a box that selects the row; without a box if the row cannot be selected. */
export function SelectableCell<Row>({
  row,
  of,
  label,
  children,
}: {
  row: Row;
  of: Selection<Row>;
  /** Name of the row, for screen readers. */
  label: string;
  children: ReactNode;
}) {
  if (!of.selectable.includes(row)) return children;
  return (
    <span className="selectable">
      <label className="select-box">
        <input
          type="checkbox"
          aria-label={label}
          checked={of.isSelected(row)}
          onChange={() => of.toggle(row)}
        />
      </label>
      {children}
    </span>
  );
}

/** Selects all loaded rows, and has the actions on the selected ones. */
export function SelectionBar<Row>({
  of,
  label,
  children,
}: {
  of: Selection<Row>;
  /** Name of the group, for screen readers: "Selected alerts". */
  label: string;
  /** The actions, shown while a row is selected. */
  children: ReactNode;
}) {
  const { selected, selectable, most } = of;
  const box = useRef<HTMLInputElement>(null);
  const hasSelected = selected.length > 0;
  const hadSelected = useRef(false);
  // After an action, its button and dialog are gone. Keep the focus here, for people who use the keyboard.
  useEffect(() => {
    const isEmptied = hadSelected.current && !hasSelected;
    if (isEmptied && document.activeElement === document.body) box.current?.focus();
    hadSelected.current = hasSelected;
  }, [hasSelected]);
  if (selectable.length === 0) return null;
  const count = Math.min(selectable.length, most);
  return (
    <div className="selection-bar" role="group" aria-label={label}>
      <Checkbox
        label={!hasSelected ? `Select ${count === 1 ? 'the one' : `all ${count}`} shown` : 'Select none'}
        ref={box}
        checked={hasSelected}
        onChange={of.toggleAll}
      />
      <span className="small muted" aria-live="polite">
        {hasSelected && `${selected.length} selected`}
        {selected.length === most && ', the most at once'}
      </span>
      {hasSelected && children}
    </div>
  );
}
