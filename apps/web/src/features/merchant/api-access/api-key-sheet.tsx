import type { ApiAccess } from '@zawadi/contract/merchant-api-access';
import { useEffect, useState } from 'react';
import { Eye, EyeOff, RefreshCw } from 'lucide-react';
import { updateMerchantSecret } from '@zawadi/contract/merchants';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { Button } from '../../../ui/button.tsx';
import { useSecondsLeft } from '../../../ui/countdown-ring.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { countdownText } from '../../../ui/time-text.ts';
import { CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';

type RegenerateSecretProps = { apiKey: string; onMade: (secret: string) => void };

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

type ShownSecretProps = { secret: string; endsAtMs: number; onEnd: () => void };

/** A new secret, for as long as it may be read. */
function ShownSecret({ secret, endsAtMs, onEnd }: ShownSecretProps) {
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

/** Warns that the old secret stops working, and makes a new one. */
function RegenerateSecret(props: RegenerateSecretProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="actions">
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Icon of={RefreshCw} />
        Regenerate secret
      </Button>
      {isOpen && <RegenerateDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Asks for the password only where the sign-in is too long ago, which the server says. */
function RegenerateDialog({ apiKey, onMade, onClose }: RegenerateSecretProps & { onClose: () => void }) {
  const [needsPassword, setNeedsPassword] = useState(false);
  const { register, submit, isBusy, problemOf } = useContractForm(updateMerchantSecret, {
    schema: updateMerchantSecret.body.pick({ password: true }),
    defaultValues: {},
    inputOf: ({ password }) => ({ body: { apiKey, ...(needsPassword && { password }) } }),
    onSaved: ({ apiSecret }) => {
      onClose();
      onMade(apiSecret);
      toast.success('API Secret Regenerated', 'Copy it now. It is visible for 30 seconds.');
    },
    refresh: [queryKeys.apiAccess],
    codes: { password_wrong: 'password' },
    onRefused: (error) => {
      const isAsked = error instanceof CallRefused && error.code === 'password_required';
      if (isAsked) setNeedsPassword(true);
      return isAsked;
    },
    fallback: 'Failed to regenerate API secret',
  });
  return (
    <FormDialog
      title="Regenerate the API secret?"
      action="Regenerate secret"
      busyLabel="Regenerating..."
      variant="danger"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        The old secret stops working at once, at every till and shop that uses it. The new one is shown once,
        for 30 seconds.
      </p>
      {needsPassword && (
        <>
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            error={problemOf('password')}
            {...register('password')}
          />
        </>
      )}
    </FormDialog>
  );
}
