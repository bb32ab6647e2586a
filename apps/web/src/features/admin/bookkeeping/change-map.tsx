import { useQueryClient } from '@tanstack/react-query';
import {
  changeBookkeepingMap,
  type BookkeepingMap,
  type readBookkeepingMap,
} from '@zawadi/contract/bookkeeping';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { Differences } from '../audit/differences.tsx';
import { describeMap, mapOf, problemsInMap, typedMap, type TypedMap } from './typed-map.ts';
import '../versions/versions.css';

type ChangeMapProps = { state: CallAnswer<typeof readBookkeepingMap>; onClose: () => void };

const resolver: Resolver<TypedMap> = (typed) => {
  const errors = problemsInMap(typed);
  return Object.keys(errors).length === 0 ? { values: typed, errors: {} } : { values: {}, errors };
};

/** Edits code and name of each mapped account; a dialog lists the changes before they are saved. */
export function ChangeMap({ state, onClose }: ChangeMapProps) {
  const [chosen, setChosen] = useState<BookkeepingMap>();
  const kinds = state.kinds.map(({ kind }) => kind);
  const { register, handleSubmit, reset, formState } = useForm({
    resolver,
    defaultValues: typedMap(state.map, kinds),
  });
  const { errors } = formState;
  return (
    <Sheet
      title="Change the accounts"
      isPadded
      action={
        <Button variant="quiet" small onClick={() => reset(typedMap(state.defaults, kinds))}>
          Defaults
        </Button>
      }
    >
      <form
        className="stack-5"
        noValidate
        onSubmit={(event) => void handleSubmit((typed) => setChosen(mapOf(typed)))(event)}
      >
        <p className="muted">
          QuickBooks Online finds an account by its name, Xero by its code. Leave both empty for an account
          that you do not export.
        </p>
        {kinds.map((kind, index) => (
          <fieldset key={kind} className="figure-fields">
            <legend className="label code mb-1.5">{kind}</legend>
            <TextField
              label="Code"
              autoComplete="off"
              error={errors.accounts?.[index]?.code?.message}
              {...register(`accounts.${index}.code`)}
            />
            <TextField
              label="Name"
              autoComplete="off"
              error={errors.accounts?.[index]?.name?.message}
              {...register(`accounts.${index}.name`)}
            />
          </fieldset>
        ))}
        <TextField
          label="Tax rate in Xero"
          help="The name of the rate without tax, as Xero’s settings have it."
          autoComplete="off"
          error={errors.xeroTaxRate?.message}
          {...register('xeroTaxRate')}
        />
        <div className="actions">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Review change</Button>
        </div>
      </form>
      {chosen !== undefined && (
        <ConfirmMap state={state} map={chosen} onClose={() => setChosen(undefined)} onDone={onClose} />
      )}
    </Sheet>
  );
}

type ConfirmMapProps = ChangeMapProps & { map: BookkeepingMap; onDone: () => void };

function ConfirmMap({ state, map, onClose, onDone }: ConfirmMapProps) {
  const queries = useQueryClient();
  const refresh = async () => queries.invalidateQueries({ queryKey: adminQueryKeys.bookkeeping });
  return (
    <ConfirmDialog
      title="Change the accounts?"
      reason="required"
      action="Change"
      busyLabel="Saving..."
      confirm={async (reason) => {
        await call(changeBookkeepingMap, { body: { map, reason, basedOn: state.latestVersionId } });
        toast.success('Saved');
        onDone();
        await refresh();
      }}
      onFailed={() => void refresh()}
      onClose={onClose}
    >
      <Differences before={describeMap(state.map)} after={describeMap(map)} />
      <p className="muted">Applies to journals that are downloaded from now on.</p>
    </ConfirmDialog>
  );
}
