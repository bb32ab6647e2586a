import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ClipboardEvent } from 'react';
import { say } from '../i18n/say.ts';
import { IconButton } from './button.tsx';
import { Field } from './field.tsx';
import type { FieldText, InputProps } from './field.tsx';
import { Icon } from './icon.tsx';

/** Field for a password, with a button that shows it. */
export function PasswordField({
  label,
  help,
  error,
  isOptional,
  id,
  className,
  ...input
}: FieldText & InputProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...{ label, help, error, isOptional, id, className }}>
      {(wiring) => (
        <div className="with-tail">
          <input
            autoCapitalize="none"
            autoComplete="current-password"
            spellCheck={false}
            onPaste={pasteTrimmed}
            {...input}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            className="input"
          />
          <IconButton
            label={isShown ? say('Hide password') : say('Show password')}
            onClick={() => setShown(!isShown)}
          >
            <Icon of={isShown ? EyeOff : Eye} />
          </IconButton>
        </div>
      )}
    </Field>
  );
}

// Trims a pasted temporary password, because copying from a message often adds a space.
function pasteTrimmed(event: ClipboardEvent<HTMLInputElement>): void {
  const pasted = event.clipboardData.getData('text/plain');
  if (pasted === pasted.trim()) return;
  event.preventDefault();
  const field = event.currentTarget;
  field.setRangeText(pasted.trim(), field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
