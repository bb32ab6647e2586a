import {
  changeFeesAndLimits,
  type FeesAndLimits,
  type readFeesAndLimits,
} from '@zawadi/contract/fees-and-limits';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { call } from '../../../api/call.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { resolverOf } from '../../forms/typed-fields.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { Differences } from '../audit/differences.tsx';
import { toastOutcome } from '../say-outcome.ts';
import {
  APPROVAL_WORDS,
  AUTOMATIC_WORDS,
  BANK_ROUTE_WORDS,
  BANK_ROUTES,
  describeFeesAndLimits,
  FEE_WORDS,
  LIMIT_WORDS,
  LOW_FLOAT_WORDS,
  NEW_ACCOUNT_WORDS,
  ON_DEMAND_WORDS,
  USSD_WORDS,
} from './describe-fees-and-limits.ts';
import {
  chargesOf,
  CONTROL_NAMES,
  FEE_NAMES,
  LIMIT_NAMES,
  NEW_ACCOUNT_NAMES,
  ON_DEMAND_NAMES,
  problemsInFeesAndLimits,
  typedFeesAndLimits,
  USSD_NAMES,
} from './typed-fees-and-limits.ts';
import { useRefreshFeesAndLimits } from './use-fees-and-limits.ts';
import '../versions/versions.css';

const CONTROL_WORDS = {
  approvalFrom: APPROVAL_WORDS,
  automaticUpTo: AUTOMATIC_WORDS,
  lowFloat: LOW_FLOAT_WORDS,
} as const;

type ChangeFeesAndLimitsProps = { state: CallAnswer<typeof readFeesAndLimits>; onClose: () => void };

/** Edits fees and limits; a dialog lists the changes and their start before they are saved. */
export function ChangeFeesAndLimits({ state, onClose }: ChangeFeesAndLimitsProps) {
  const [chosen, setChosen] = useState<FeesAndLimits>();
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverOf(problemsInFeesAndLimits),
    defaultValues: typedFeesAndLimits(state.current.feesAndLimits),
  });
  const { errors } = formState;
  return (
    <Sheet title="Change fees and limits" isPadded>
      <form
        className="stack-5"
        noValidate
        onSubmit={(event) => void handleSubmit((typed) => setChosen(chargesOf(typed)))(event)}
      >
        <fieldset className="figure-fields">
          <legend className="label mb-1.5">Fees, in percent of the whole amount</legend>
          {FEE_NAMES.map((name) => (
            <TextField
              key={name}
              {...FEE_WORDS[name]}
              inputMode="decimal"
              autoComplete="off"
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
        </fieldset>
        <fieldset className="figure-fields">
          <legend className="label mb-1.5">Limits, in KES</legend>
          {LIMIT_NAMES.map((name) => (
            <TextField
              key={name}
              {...LIMIT_WORDS[name]}
              inputMode="numeric"
              autoComplete="off"
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
        </fieldset>
        <fieldset className="figure-fields">
          <legend className="label mb-1.5">New accounts</legend>
          {NEW_ACCOUNT_NAMES.map((name) => (
            <TextField
              key={name}
              {...NEW_ACCOUNT_WORDS[name]}
              inputMode="numeric"
              autoComplete="off"
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
        </fieldset>
        <fieldset className="figure-fields">
          <legend className="label mb-1.5">Settlements on demand</legend>
          {ON_DEMAND_NAMES.map((name) => (
            <TextField
              key={name}
              {...ON_DEMAND_WORDS[name]}
              inputMode="decimal"
              autoComplete="off"
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
        </fieldset>
        <fieldset className="figure-fields">
          <legend className="label mb-1.5">USSD</legend>
          {USSD_NAMES.map((name) => (
            <TextField
              key={name}
              {...USSD_WORDS[name]}
              inputMode="numeric"
              autoComplete="off"
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
        </fieldset>
        <fieldset className="figure-fields">
          <legend className="label mb-1.5">Second person, settlements and float, in KES</legend>
          {CONTROL_NAMES.map((name) => (
            <TextField
              key={name}
              {...CONTROL_WORDS[name]}
              inputMode="numeric"
              autoComplete="off"
              error={errors[name]?.message}
              {...register(name)}
            />
          ))}
          <SelectField {...BANK_ROUTE_WORDS} options={BANK_ROUTES} {...register('bankRoute')} />
        </fieldset>
        <div className="actions">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Review change</Button>
        </div>
      </form>
      {chosen !== undefined && (
        <ConfirmFeesAndLimits
          current={state.current.feesAndLimits}
          feesAndLimits={chosen}
          basedOn={state.latestVersionId}
          onClose={() => setChosen(undefined)}
          onDone={onClose}
        />
      )}
    </Sheet>
  );
}

type ConfirmFeesAndLimitsProps = {
  current: FeesAndLimits;
  feesAndLimits: FeesAndLimits;
  /** Version that the administrator edits: the latest that this screen has loaded. */
  basedOn: string | null;
  onClose: () => void;
  onDone: () => void;
};

/** Explains what changes for whom, and saves the change: from now on, or from the start of a day. */
function ConfirmFeesAndLimits({
  current,
  feesAndLimits,
  basedOn,
  onClose,
  onDone,
}: ConfirmFeesAndLimitsProps) {
  const refresh = useRefreshFeesAndLimits();
  const [day, setDay] = useState('');
  const effectiveFrom = day === '' ? undefined : day;
  return (
    <ConfirmDialog
      title="Change fees and limits?"
      reason="required"
      action="Change"
      busyLabel="Saving..."
      confirm={async (reason) => {
        const { action } = await call(changeFeesAndLimits, {
          body: { feesAndLimits, effectiveFrom, reason, basedOn },
        });
        toastOutcome(action, 'Saved', effectiveFrom === undefined ? 'It applies from now on.' : undefined);
        onDone();
        await refresh();
      }}
      onFailed={() => void refresh()}
      onClose={onClose}
    >
      <Differences before={describeFeesAndLimits(current)} after={describeFeesAndLimits(feesAndLimits)} />
      <p className="muted">Registered payments keep the fee that the buyer saw.</p>
      <EffectOfAction action={{ kind: 'fees-and-limits', feesAndLimits, effectiveFrom, basedOn }} />
      <DateField
        label="From"
        isOptional
        help="Starts at midnight in Nairobi. Leave empty to start now."
        value={day}
        onChange={setDay}
      />
    </ConfirmDialog>
  );
}
