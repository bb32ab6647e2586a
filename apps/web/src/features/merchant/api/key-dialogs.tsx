import {
  apiKeyRights,
  makeApiKey,
  revokeApiKey,
  rollApiKey,
  type ApiKeyOfMerchant,
  type ApiKeyRights,
} from '@zawadi/contract/merchants-api-keys';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { PlaceSelect } from '../places/place-select.tsx';
import { RIGHTS_WORDS } from './key-words.ts';
import { say } from '../../../i18n/say.ts';
import type { Phrase } from '../../../i18n/say.ts';

const COPY_IT_NOW = 'Copy it now. It is visible for 30 seconds.' satisfies Phrase;

type Made = { keyId: string; secret: string };

/** Adds a key for another till or system. */
export function AddKeyDialog({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const [rights, setRights] = useState<ApiKeyRights>('redeem');
  const { register, submit, isBusy, problemOf } = useContractForm(makeApiKey, {
    schema: makeApiKey.body.omit({ rights: true }),
    defaultValues: { name: '' },
    inputOf: (typed) => ({ body: { ...typed, rights } }),
    onSaved: ({ keyId, apiSecret }) => {
      onClose();
      onMade({ keyId, secret: apiSecret });
      toast.success(say('API key made'), say(COPY_IT_NOW));
    },
    refresh: [queryKeys.apiKeys],
    codes: { api_key_name_taken: 'name' },
    fallback: say('The key could not be made.'),
  });
  return (
    <FormDialog
      title={say('Add an API key')}
      action={say('Add key')}
      busyLabel={say('Adding...')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={say('Name')}
        placeholder={say('Till 2')}
        autoComplete="off"
        maxLength={60}
        help={say('The till or system that uses it; the log shows it.')}
        error={problemOf('name')}
        {...register('name')}
      />
      <PlaceSelect error={problemOf('placeId')} {...register('placeId')} />
      <RadioList
        label={say('Permissions')}
        options={apiKeyRights.options
          .slice()
          .sort((left, right) => ORDER.indexOf(left) - ORDER.indexOf(right))
          .map((value) => ({
            value,
            label: say(RIGHTS_WORDS[value].label),
            help: say(RIGHTS_WORDS[value].help),
          }))}
        value={rights}
        onChange={setRights}
      />
    </FormDialog>
  );
}

const ORDER = Object.keys(RIGHTS_WORDS);

type RollDialogProps = {
  apiKey: Pick<ApiKeyOfMerchant, 'keyId' | 'name' | 'isMain'>;
  onRolled: (secret: string) => void;
  onClose: () => void;
};

/** Makes a new secret. The old one stays valid for a day, or ends at once if it has leaked. */
export function RollDialog({ apiKey: { keyId, name, isMain }, onRolled, onClose }: RollDialogProps) {
  const { register, submit, isBusy } = useContractForm(rollApiKey, {
    schema: rollApiKey.body,
    defaultValues: { endsOld: false },
    inputOf: ({ endsOld }) => ({ params: { keyId }, body: { endsOld } }),
    onSaved: ({ apiSecret }) => {
      onClose();
      onRolled(apiSecret);
      toast.success(say('New secret made'), say(COPY_IT_NOW));
    },
    refresh: [queryKeys.apiKeys, queryKeys.apiAccess],
    fallback: say('The secret could not be made.'),
  });
  return (
    <FormDialog
      title={
        isMain
          ? say('Replace the secret of the main key with 24 h overlap?')
          : say('Replace the secret of {name} with 24 h overlap?', { name })
      }
      action={say('Replace with 24 h overlap')}
      busyLabel={say('Replacing...')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        {say(
          'We show the new secret once, for 30 seconds. The old one works for 24 more hours, so that nothing stops while you change it.',
        )}
      </p>
      <Checkbox label={say('The old one leaked: stop it now')} {...register('endsOld')} />
    </FormDialog>
  );
}

/** Revokes a key, after a warning about what stops working. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKeyOfMerchant; onClose: () => void }) {
  const queries = useQueryClient();
  const { keyId, name } = apiKey;
  return (
    <ConfirmDialog
      title={say('Revoke the key {name}?', { name })}
      action={say('Revoke key')}
      dismiss={say('Keep it')}
      busyLabel={say('Revoking...')}
      variant="danger"
      confirm={async () => call(revokeApiKey, { params: { keyId } })}
      fallback={say('The key could not be revoked.')}
      onDone={() => {
        toast.success(say('API key revoked'));
        onClose();
        void queries.invalidateQueries({ queryKey: queryKeys.apiKeys });
      }}
      onClose={onClose}
    >
      <p className="muted">
        {say(
          'Tills and systems that use it stop working at once. Its vouchers, redemptions and calls in the log stay.',
        )}
      </p>
    </ConfirmDialog>
  );
}
