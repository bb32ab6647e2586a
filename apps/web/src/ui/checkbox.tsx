import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldNote } from './field.tsx';
import type { InputProps } from './field.tsx';

export function Checkbox({
  label,
  error,
  ...input
}: InputProps & { label: ReactNode; error?: string | undefined }) {
  const noteId = useId();
  return (
    <div>
      <label className="check">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : noteId}
        />
        <span>{label}</span>
      </label>
      {error !== undefined && <FieldNote id={noteId} error={error} />}
    </div>
  );
}
