import { useState } from 'react';
import { TextField } from '../../../ui/field.tsx';

type TypedFilterProps = {
  label: string;
  placeholder?: string;
  className?: string;
  inputMode?: 'numeric';
  value: string;
  /** What was typed, once the field is left or Enter is pressed. */
  onTyped: (typed: string) => void;
};

/** A filter that is typed and takes hold when it is whole, not at every letter. */
export function TypedFilter({ label, placeholder, className, inputMode, value, onTyped }: TypedFilterProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setTyped(value);
  }
  const commit = () => {
    if (typed !== value) onTyped(typed);
  };
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      className={className}
      inputMode={inputMode}
      maxLength={12}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
      }}
    />
  );
}
