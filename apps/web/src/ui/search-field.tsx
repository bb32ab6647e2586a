import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { TextField } from './field.tsx';
import { Icon } from './icon.tsx';
import { LONGEST_SEARCH } from './longest-search.ts';
import './search-field.css';

type SearchFieldProps = {
  label: string;
  placeholder: string;
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
  /** Minimum length of a search, and the help text shown for a shorter one. */
  shortest?: { length: number; text: string };
};

/** Search field that searches after a typing pause, so that typing a name makes one request and not ten. */
export function SearchField({ label, placeholder, search = '', onSearch, shortest }: SearchFieldProps) {
  const isShort = (text: string) => text.trim() !== '' && text.trim().length < (shortest?.length ?? 0);
  const { typed, setTyped } = usePausedTyping({
    value: search,
    onTyped: (text) => onSearch(text.trim() === '' ? undefined : text),
    isHeldBack: isShort,
  });
  return (
    <div className="search-field">
      <Icon of={Search} />
      <TextField
        label={label}
        type="search"
        placeholder={placeholder}
        maxLength={LONGEST_SEARCH}
        value={typed}
        help={isShort(typed) ? shortest?.text : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
}

export const TYPING_PAUSE_MS = 300;

type PausedTyping = {
  value: string;
  onTyped: (typed: string) => void;
  isHeldBack?: (typed: string) => boolean;
  /** Returns the filter's value for a typed text. */
  spell?: (typed: string) => string;
};

/** Passes a filter's text on after a typing pause, and takes over changes of the value from outside. */
export function usePausedTyping({ value, onTyped, isHeldBack, spell = asTyped }: PausedTyping) {
  const [typed, setTyped] = useState(value);
  const [asked, setAsked] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // The value was changed from outside, for example by a button that removes all filters.
    if (value !== spell(asked)) {
      setAsked(value);
      setTyped(value);
    }
  }
  const isWaiting = typed !== asked && isHeldBack?.(typed) !== true;
  const handOn = useEffectEvent((text: string) => {
    setAsked(text);
    onTyped(text);
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const pause = setTimeout(() => handOn(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [isWaiting, typed]);
  return { typed, setTyped };
}

function asTyped(typed: string): string {
  return typed;
}
