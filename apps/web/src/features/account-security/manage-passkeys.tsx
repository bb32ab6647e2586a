import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@zawadi/contract/account-security-passkeys';
import type { Passkey } from '@zawadi/contract/account-security-passkeys';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { call, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListSkeleton } from '../../ui/skeleton-shapes.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { LoadFailure } from '../loading/load-failure.tsx';
import { OpenByHostname } from '../passkeys/open-by-name.tsx';
import { canUsePasskeys, addressWithPasskeys } from '../passkeys/passkey-support.ts';
import { useAccount } from './account.ts';
import { ProofDialog } from './proof-dialog.tsx';
import './security.css';

/** Adds, renames and removes the account's passkeys. */
export function ManagePasskeys() {
  const { reload } = useAccount();
  const queries = useQueryClient();
  const known = useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: ({ signal }) => call(listPasskeys, { signal }),
  });
  const onChanged = async () => {
    await queries.invalidateQueries({ queryKey: queryKeys.passkeys });
    await reload();
  };
  if (known.isPending) return <ListSkeleton rows={1} />;
  if (known.isError) return <LoadFailure title={say('Failed to load your passkeys')} of={known} />;
  return (
    <>
      <div className="security-row">
        <div className="security-actions">
          <AddPasskey origin={known.data.origin} onAdded={onChanged} />
        </div>
      </div>
      {known.data.passkeys.length > 0 && (
        <ul className="moves">
          {known.data.passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </>
  );
}

function AddPasskey({ origin, onAdded }: { origin: string; onAdded: () => Promise<void> }) {
  const { twoFactorEnabled } = useAccount();
  const [isAsking, setIsAsking] = useState(false);
  const [notice, setNotice] = useState<string>();
  const elsewhere = addressWithPasskeys(origin);
  if (elsewhere !== undefined) {
    return (
      <p className="small muted">
        <OpenByHostname address={elsewhere} />
      </p>
    );
  }
  if (!canUsePasskeys()) return <p className="small muted">{say('This browser cannot use passkeys.')}</p>;
  const add = async (proof: { password: string; otp: string }) => {
    const { makePasskey, NoPasskey } = await import('../passkeys/ask-device.ts');
    const { password, otp } = proof;
    const { options } = await call(startPasskey, { body: { password, ...(twoFactorEnabled && { otp }) } });
    try {
      await call(addPasskey, { body: { passkey: await makePasskey(options) } });
      toast.success(say('Passkey added'));
      await onAdded();
    } catch (error) {
      setNotice(error instanceof NoPasskey ? error.message : sentenceOf(error));
    }
    setIsAsking(false);
  };
  return (
    <>
      <Button
        variant="secondary"
        small
        onClick={() => {
          setNotice(undefined);
          setIsAsking(true);
        }}
      >
        {say('Add a passkey')}
      </Button>
      <span className="small muted" role="status">
        {notice}
      </span>
      {isAsking && (
        <ProofDialog
          title={say('Add a passkey?')}
          action={say('Continue')}
          busyLabel={say('Checking...')}
          needsCode={twoFactorEnabled}
          prove={add}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function PasskeyItem({ passkey, onChanged }: { passkey: Passkey; onChanged: () => Promise<void> }) {
  const { twoFactorEnabled } = useAccount();
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const { id, label, isSynced, createdAt, lastUsedAt } = passkey;
  const close = () => setOpen(undefined);
  return (
    <li>
      <span className="tile">
        <Icon of={KeyRound} />
      </span>
      <div className="what">
        <b>{label}</b>
        <span className="when">
          {lastUsedAt === null ? say('Added') : say('Last used')} <Time at={lastUsedAt ?? createdAt} />
        </span>
        {isSynced && <div className="when">{say('Also on your other devices')}</div>}
      </div>
      <div className="side">
        <Button
          variant="quiet"
          small
          aria-label={say('Rename {passkey}', { passkey: label })}
          onClick={() => setOpen('rename')}
        >
          {say('Rename')}
        </Button>
        <Button
          variant="quiet"
          small
          aria-label={say('Remove {passkey}', { passkey: label })}
          onClick={() => setOpen('remove')}
        >
          {say('Remove')}
        </Button>
      </div>
      {open === 'rename' && <RenamePasskey passkey={passkey} onRenamed={onChanged} onClose={close} />}
      {open === 'remove' && (
        <ProofDialog
          title={say('Remove {passkey}?', { passkey: label })}
          action={say('Remove')}
          busyLabel={say('Removing...')}
          variant="danger"
          needsCode={twoFactorEnabled}
          prove={async ({ password, otp }) => {
            const body = { password, ...(twoFactorEnabled && { otp }) };
            await call(removePasskey, { params: { id }, body });
            toast.success(say('Passkey removed'));
            close();
            await onChanged();
          }}
          onClose={close}
        >
          <p className="muted">{say('It no longer opens your account. Your device may still offer it.')}</p>
        </ProofDialog>
      )}
    </li>
  );
}

type RenamePasskeyProps = { passkey: Passkey; onRenamed: () => Promise<void>; onClose: () => void };

function RenamePasskey({ passkey, onRenamed, onClose }: RenamePasskeyProps) {
  const { register, submit, isBusy, problemOf } = useContractForm(renamePasskey, {
    schema: renamePasskey.body,
    defaultValues: { label: passkey.label },
    inputOf: (body) => ({ params: { id: passkey.id }, body }),
    onSaved: async () => {
      onClose();
      await onRenamed();
    },
  });
  return (
    <FormDialog
      title={say('Rename {passkey}', { passkey: passkey.label })}
      action={say('Save')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={say('Name')} maxLength={80} error={problemOf('label')} {...register('label')} />
    </FormDialog>
  );
}
