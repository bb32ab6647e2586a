import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useSecondsLeft } from '../../../ui/countdown-ring.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { countdownText } from '../../../ui/time-text.ts';

type ShownSecretProps = { secret: string; endsAtMs: number; onEnd: () => void };

/** A new secret, for as long as it may be read. */
export function ShownSecret({ secret, endsAtMs, onEnd }: ShownSecretProps) {
  const [isReadable, setReadable] = useState(true);
  const left = useSecondsLeft(endsAtMs);
  useEffect(() => {
    if (left === 0) onEnd();
  }, [left, onEnd]);
  return (
    <div className="secret-shown">
      <Field
        label="API secret"
        help={
          <span role="timer" aria-label={`Hidden for good in ${left} seconds`}>
            Hidden for good in <b className="strong num">{countdownText(left)}</b>. Copy it now.
          </span>
        }
      >
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            type={isReadable ? 'text' : 'password'}
            autoComplete="off"
            readOnly
            value={secret}
          />
        )}
      </Field>
      <div className="actions">
        <CopyButton text={secret} small label="Copy API secret" said="Copied!">
          Copy
        </CopyButton>
        <Button variant="secondary" small onClick={() => setReadable(!isReadable)}>
          <Icon of={isReadable ? EyeOff : Eye} />
          {isReadable ? 'Hide secret' : 'Show secret'}
        </Button>
      </div>
    </div>
  );
}
