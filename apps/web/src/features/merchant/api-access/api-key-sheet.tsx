import type { ApiAccess } from '@zawadi/contract/merchant-api-access';
import { useState } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { RegenerateSecret } from './regenerate-secret.tsx';
import { ShownSecret } from './shown-secret.tsx';

/** How long a new secret can be read. */
const SHOWN_MS = 30_000;

type Shown = { secret: string; endsAtMs: number };

/** The key, which is no secret, and the secret, which is one: it can be read once, for thirty seconds. */
export function ApiKeySheet({ access, isOwner }: { access: ApiAccess; isOwner: boolean }) {
  const [shown, setShown] = useState<Shown>();
  const { apiKey, secretMadeAt, lastUsedAt } = access;
  return (
    <Sheet title="API key" isPadded>
      <div className="stack">
        <Field label="API key" help={<LastUse at={lastUsedAt} />}>
          {(wiring) => (
            <div className="with-copy">
              <input {...wiring} className="input" type="text" readOnly value={apiKey} />
              <CopyButton small text={apiKey} label="Copy API key" said="Copied!">
                Copy
              </CopyButton>
            </div>
          )}
        </Field>
        {shown === undefined ? (
          <HiddenSecret madeAt={secretMadeAt} isOwner={isOwner} />
        ) : (
          <ShownSecret {...shown} onEnd={() => setShown(undefined)} />
        )}
        {isOwner && (
          <RegenerateSecret
            apiKey={apiKey}
            onMade={(secret) => setShown({ secret, endsAtMs: Date.now() + SHOWN_MS })}
          />
        )}
      </div>
    </Sheet>
  );
}

function LastUse({ at }: { at: string | undefined }) {
  if (at === undefined) return 'It has never been used.';
  return (
    <>
      Last used <Time at={at} isMidSentence />
    </>
  );
}

function HiddenSecret({ madeAt, isOwner }: { madeAt: string; isOwner: boolean }) {
  return (
    <Field
      label="API secret"
      help={
        <>
          Made <Time at={madeAt} isMidSentence />.{' '}
          {isOwner
            ? 'It is shown once, when it is made. If it is lost, regenerate it.'
            : 'Only the owner makes a new one.'}
        </>
      }
    >
      {(wiring) => <input {...wiring} className="input" type="text" readOnly value="••••••••••••••••" />}
    </Field>
  );
}
