import { useEffect, useState } from 'react';
import { TextField } from '../../ui/field.tsx';

type TypedFilterProps = {
  label: string;
  placeholder?: string;
  className?: string;
  inputMode?: 'numeric';
  /** What the list is narrowed to, which may be spelled otherwise than it was typed. */
  value: string;
  onTyped: (typed: string) => void;
};

const TYPING_PAUSE_MS = 400;

/** A filter that is typed and takes hold when the typing pauses. */
export function TypedFilter({ value, onTyped, ...field }: TypedFilterProps) {
  const [typed, setTyped] = useState(value);
  const [asked, setAsked] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // Somebody else changed it, such as a button that shows everything again.
    if (value !== asked.trim().toUpperCase()) {
      setAsked(value);
      setTyped(value);
    }
  }
  useEffect(() => {
    if (typed === asked) return undefined;
    const pause = setTimeout(() => {
      setAsked(typed);
      onTyped(typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, asked, onTyped]);
  return (
    <TextField {...field} maxLength={12} value={typed} onChange={({ target }) => setTyped(target.value)} />
  );
}
