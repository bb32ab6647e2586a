import type { Passkey } from '@zawadi/contract/passkeys';
import { personName } from '@zawadi/contract/text';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { problemWith } from '../forms/typed-fields.ts';
import { useAccount } from './account.ts';

type RenamePasskeyProps = { passkey: Passkey; onRenamed: () => Promise<void>; onClose: () => void };

/** Gives a passkey a name by which its owner knows it again. */
export function RenamePasskey({ passkey, onRenamed, onClose }: RenamePasskeyProps) {
  const { fetchPasskeyCalls } = useAccount();
  const formId = useId();
  const [label, setLabel] = useState(passkey.label);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = problemWith(personName, label);
    setProblem(found);
    if (found !== undefined || isBusy) return;
    setBusy(true);
    try {
      const calls = await fetchPasskeyCalls();
      await calls.renamePasskey(passkey.id, { label });
      onClose();
      await onRenamed();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Rename {passkey}', { passkey: passkey.label })}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Cancel')}
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            {say('Save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={say('Name')}
          value={label}
          maxLength={80}
          error={problem}
          onChange={({ target }) => setLabel(target.value)}
        />
      </form>
    </Dialog>
  );
}
