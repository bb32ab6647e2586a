import { API_KEYS_AT_MOST, type ApiKeyOfMerchant } from '@zawadi/contract/merchants-api-keys';
import { Ban, Plus, RotateCw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { Time } from '../../../ui/time.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { usePlaceName } from '../places/use-places.ts';
import { LastUse } from './api-key-sheet.tsx';
import { useApiKeys } from './api-page.tsx';
import { RIGHTS_WORDS } from './key-words.ts';
import { ShownSecret, shownFromNow, type Shown } from './shown-secret.tsx';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { appointmentText } from '../../../ui/calendar-text.ts';

// Each dialog is loaded when it opens.
const AddKeyDialog = lazy(async () => ({ default: (await import('./key-dialogs.tsx')).AddKeyDialog }));
const RollDialog = lazy(async () => ({ default: (await import('./key-dialogs.tsx')).RollDialog }));
const RevokeDialog = lazy(async () => ({ default: (await import('./key-dialogs.tsx')).RevokeDialog }));

type Asking = { what: 'roll' | 'revoke'; apiKey: ApiKeyOfMerchant } | { what: 'add' };

/** Keys for single tills and systems, in addition to the main key. Each can be revoked separately. */
export function TillKeysSheet({ isOwner }: { isOwner: boolean }) {
  const list = useApiKeys();
  const [asking, setAsking] = useState<Asking>();
  const [shown, setShown] = useState<Shown & { keyId: string }>();
  const keys = list.data?.keys.filter(({ isMain }) => !isMain);
  const close = () => setAsking(undefined);
  const show = (keyId: string) => (secret: string) => setShown({ keyId, ...shownFromNow(secret) });
  return (
    <Sheet
      title={say('Keys for tills and systems')}
      action={
        isOwner &&
        keys !== undefined &&
        keys.length < API_KEYS_AT_MOST && (
          <Button variant="secondary" small onClick={() => setAsking({ what: 'add' })}>
            <Icon of={Plus} />
            {say('Add key')}
          </Button>
        )
      }
    >
      {list.isPending && <ListSkeleton rows={2} />}
      {list.isError && keys === undefined && (
        <LoadFailure title={say('Failed to load your keys')} of={list}>
          {say('They still work.')}
        </LoadFailure>
      )}
      {keys?.length === 0 && (
        <p className="pad muted">
          {say(
            'Give each till and system its own key with the rights it needs. The log then shows which one called, and you can revoke one without the others.',
          )}
        </p>
      )}
      {keys !== undefined && keys.length > 0 && (
        <ul className="till-keys" aria-label={say('Keys for tills and systems')}>
          {keys.map((apiKey) => (
            <li key={apiKey.keyId}>
              <TillKey apiKey={apiKey} onAsk={isOwner ? (what) => setAsking({ what, apiKey }) : undefined} />
              {shown?.keyId === apiKey.keyId && <ShownSecret {...shown} onEnd={() => setShown(undefined)} />}
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {asking?.what === 'add' && (
          <AddKeyDialog onMade={({ keyId, secret }) => show(keyId)(secret)} onClose={close} />
        )}
        {asking?.what === 'roll' && (
          <RollDialog apiKey={asking.apiKey} onRolled={show(asking.apiKey.keyId)} onClose={close} />
        )}
        {asking?.what === 'revoke' && <RevokeDialog apiKey={asking.apiKey} onClose={close} />}
      </Suspense>
    </Sheet>
  );
}

type TillKeyProps = {
  apiKey: ApiKeyOfMerchant;
  /** Undefined for staff who may only read. */
  onAsk: ((what: 'roll' | 'revoke') => void) | undefined;
};

function TillKey({ apiKey: key, onAsk }: TillKeyProps) {
  const { name, rights, placeId, apiKey, lastUsedAt, lastUsedFrom, createdBy, createdAt, oldSecretUntil } =
    key;
  const place = usePlaceName(placeId);
  return (
    <>
      <div className="till-key-head">
        <div>
          <h3>{name}</h3>
          <p className="tiny muted">
            {place !== undefined && `${place} · `}
            {say(RIGHTS_WORDS[rights].label)} · <LastUse at={lastUsedAt} from={lastUsedFrom} />
          </p>
        </div>
        {onAsk !== undefined && (
          <ActionMenu
            label={say('Actions for {name}', { name })}
            actions={[
              { label: say('Replace with 24 h overlap'), icon: RotateCw, onSelect: () => onAsk('roll') },
              { label: say('Revoke key'), icon: Ban, onSelect: () => onAsk('revoke') },
            ]}
          />
        )}
      </div>
      <div className="till-key-id">
        <code title={apiKey}>{apiKey}</code>
        <CopyButton small text={apiKey} label={say('Copy the key of {name}', { name })} said={say('Copied!')}>
          {say('Copy')}
        </CopyButton>
      </div>
      <p className="tiny muted">
        {createdBy !== undefined && createdAt !== undefined && (
          <>
            <RichText
              text="Made {time} by {name}."
              time={<Time at={createdAt} isMidSentence />}
              name={createdBy}
            />{' '}
          </>
        )}
        {oldSecretUntil !== undefined &&
          say('The old secret works until {time}.', { time: appointmentText(new Date(oldSecretUntil)) })}
      </p>
    </>
  );
}
