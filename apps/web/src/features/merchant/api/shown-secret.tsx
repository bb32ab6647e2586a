import { useEffect, useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useSecondsLeft } from '../../../ui/countdown-ring.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { countdownText } from '../../../ui/time-text.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';

/** How long a new secret is readable. */
const SHOWN_MS = 30_000;

export type Shown = { secret: string; endsAtMs: number };

/** Makes a new secret readable for a limited time from now. */
export function shownFromNow(secret: string): Shown {
  return { secret, endsAtMs: Date.now() + SHOWN_MS };
}

type ShownSecretProps = Shown & { onEnd: () => void };

/** A new secret, hidden when its time is over. */
export function ShownSecret({ secret, endsAtMs, onEnd }: ShownSecretProps) {
  const [isReadable, setReadable] = useState(true);
  const left = useSecondsLeft(endsAtMs);
  useEffect(() => {
    if (left === 0) onEnd();
  }, [left, onEnd]);
  return (
    <div className="secret-shown">
      <Field
        label={say('API secret')}
        help={
          <span role="timer" aria-label={say('Hidden for good in {count} seconds', { count: left })}>
            <RichText
              text="Hidden for good in {time}. Copy it now."
              time={<b className="strong num">{countdownText(left)}</b>}
            />
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
        <CopyButton text={secret} small label={say('Copy API secret')} said={say('Copied!')}>
          {say('Copy')}
        </CopyButton>
        <Button variant="secondary" small onClick={() => setReadable(!isReadable)}>
          <Icon of={isReadable ? EyeOff : Eye} />
          {isReadable ? say('Hide secret') : say('Show secret')}
        </Button>
      </div>
    </div>
  );
}
