import type { ApiAccess } from '@zawadi/contract/merchant-api-access';
import type { ApiKeyOfMerchant } from '@zawadi/contract/merchants-api-keys';
import { lazy, Suspense, useState } from 'react';
import { RefreshCw, RotateCw } from 'lucide-react';
import { updateMerchantSecret } from '@zawadi/contract/merchants';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { GuideLink } from './api-page.tsx';
import { oldSecretText } from './key-words.ts';
import { ShownSecret, shownFromNow, type Shown } from './shown-secret.tsx';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';

// Loaded when the dialog opens.
const RollDialog = lazy(async () => ({ default: (await import('./key-dialogs.tsx')).RollDialog }));

type RegenerateSecretProps = { apiKey: string; onMade: (secret: string) => void };
type NewSecretProps = RegenerateSecretProps & { main: ApiKeyOfMerchant | undefined };

type ApiKeySheetProps = {
  access: ApiAccess;
  /** The main key's entry in the list of keys; undefined until the list has loaded. */
  main?: ApiKeyOfMerchant | undefined;
  isOwner: boolean;
};

/** The public main key and its secret. A new secret is readable once, for thirty seconds. */
export function ApiKeySheet({ access, main, isOwner }: ApiKeySheetProps) {
  const [shown, setShown] = useState<Shown>();
  const { apiKey, secretMadeAt, lastUsedAt } = access;
  return (
    <Sheet
      title={say('API key')}
      isPadded
      action={<GuideLink to="api-keys">{say('About API keys')}</GuideLink>}
    >
      <div className="stack">
        <Field label={say('API key')} help={<LastUse at={lastUsedAt} from={main?.lastUsedFrom} />}>
          {(wiring) => (
            <div className="with-copy">
              <input {...wiring} className="input" type="text" readOnly value={apiKey} />
              <CopyButton small text={apiKey} label={say('Copy API key')} said={say('Copied!')}>
                {say('Copy')}
              </CopyButton>
            </div>
          )}
        </Field>
        {shown === undefined ? (
          <HiddenSecret madeAt={secretMadeAt} oldUntil={main?.oldSecretUntil} isOwner={isOwner} />
        ) : (
          <ShownSecret {...shown} onEnd={() => setShown(undefined)} />
        )}
        {isOwner && <NewSecret {...{ apiKey, main }} onMade={(secret) => setShown(shownFromNow(secret))} />}
      </div>
    </Sheet>
  );
}

/** Time and IP address of a key's last use. */
export function LastUse({ at, from }: { at: string | undefined; from?: string | undefined }) {
  if (at === undefined) return say('It has never been used.');
  return (
    <RichText
      text={from === undefined ? 'Last used {time}' : 'Last used {time} from {address}'}
      time={<Time at={at} isMidSentence />}
      address={from}
    />
  );
}

type HiddenSecretProps = { madeAt: string; oldUntil: string | undefined; isOwner: boolean };

function HiddenSecret({ madeAt, oldUntil, isOwner }: HiddenSecretProps) {
  return (
    <Field
      label={say('API secret')}
      help={
        <>
          <RichText text="Made {time}." time={<Time at={madeAt} isMidSentence />} />{' '}
          {oldUntil !== undefined && `${oldSecretText(oldUntil)} `}
          {isOwner
            ? say('We show it once, when it is made. If you lose it, regenerate it.')
            : say('Only the owner can make a new one.')}
        </>
      }
    >
      {(wiring) => <input {...wiring} className="input" type="text" readOnly value="••••••••••••••••" />}
    </Field>
  );
}

/** Buttons for a new secret: regenerating ends the old secret at once, rolling keeps it valid for a day. */
function NewSecret({ main, ...props }: NewSecretProps) {
  const [asking, setAsking] = useState<'regenerate' | 'roll'>();
  const close = () => setAsking(undefined);
  return (
    <div className="actions">
      <Button variant="secondary" onClick={() => setAsking('regenerate')}>
        <Icon of={RefreshCw} />
        {say('Regenerate secret')}
      </Button>
      {main !== undefined && (
        <Button variant="quiet" onClick={() => setAsking('roll')}>
          <Icon of={RotateCw} />
          {say('Replace with 24 h overlap')}
        </Button>
      )}
      {asking === 'regenerate' && <RegenerateDialog {...props} onClose={close} />}
      {asking === 'roll' && main !== undefined && (
        <Suspense>
          <RollDialog apiKey={main} onRolled={props.onMade} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

function RegenerateDialog({ apiKey, onMade, onClose }: RegenerateSecretProps & { onClose: () => void }) {
  const { submit, isBusy } = useContractForm(updateMerchantSecret, {
    schema: updateMerchantSecret.body,
    defaultValues: { apiKey },
    inputOf: (body) => ({ body }),
    onSaved: ({ apiSecret }) => {
      onClose();
      onMade(apiSecret);
      toast.success(say('API Secret Regenerated'), say('Copy it now. It is visible for 30 seconds.'));
    },
    refresh: [queryKeys.apiAccess, queryKeys.apiKeys],
    fallback: say('Failed to regenerate API secret'),
  });
  return (
    <FormDialog
      title={say('Regenerate the API secret?')}
      action={say('Regenerate secret')}
      busyLabel={say('Regenerating...')}
      variant="danger"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        {say(
          'The old secret stops working at once, at every till and shop that uses it. We show the new one once, for 30 seconds. To change till by till, choose “Replace with 24 h overlap” instead.',
        )}
      </p>
    </FormDialog>
  );
}
