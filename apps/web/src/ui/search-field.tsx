import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { TextField } from './field.tsx';
import { Icon } from './icon.tsx';
import { LONGEST_SEARCH } from './longest-search.ts';
import './search-field.css';

type SearchFieldProps = {
  label: string;
  placeholder: string;
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
  /** How much has to be typed before it is asked for, and what is said below it until then. */
  shortest?: { length: number; text: string };
};

const TYPING_PAUSE_MS = 300;

/** Asks when the typing pauses, so that a name is one question and not ten. */
export function SearchField({ label, placeholder, search = '', onSearch, shortest }: SearchFieldProps) {
  const [typed, setTyped] = useState(search);
  const [asked, setAsked] = useState(search);
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    // Somebody else changed it, such as a button that shows everything again.
    if (search !== asked) {
      setAsked(search);
      setTyped(search);
    }
  }
  const isTooShort = typed.trim() !== '' && typed.trim().length < (shortest?.length ?? 0);
  useEffect(() => {
    if (typed === asked || isTooShort) return undefined;
    const pause = setTimeout(() => {
      setAsked(typed);
      onSearch(typed.trim() === '' ? undefined : typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, asked, isTooShort, onSearch]);
  return (
    <div className="search-field">
      <Icon of={Search} />
      <TextField
        label={label}
        type="search"
        placeholder={placeholder}
        maxLength={LONGEST_SEARCH}
        value={typed}
        help={isTooShort ? shortest?.text : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
}
