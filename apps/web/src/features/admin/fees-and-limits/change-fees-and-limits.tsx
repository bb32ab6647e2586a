import type { FeesAndLimits, readFeesAndLimits } from '@zawadi/contract/fees-and-limits';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { resolverOf } from '../../forms/typed-fields.ts';
import {
  chargesOf,
  FEE_NAMES,
  LIMIT_NAMES,
  problemsInFeesAndLimits,
  typedFeesAndLimits,
} from './fees-and-limits-form.ts';
import { APPROVAL_WORDS, FEE_WORDS, LIMIT_WORDS } from './describe-fees-and-limits.ts';
import { ConfirmFeesAndLimits } from './confirm-fees-and-limits.tsx';
import '../versions/versions.css';

type ChangeFeesAndLimitsProps = { state: CallAnswer<typeof readFeesAndLimits>; onClose: () => void };

/** New fees and limits; before they are saved a dialog says what they change and from when on. */
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
          <legend className="label mb-1.5">Second person, in KES</legend>
          <TextField
            {...APPROVAL_WORDS}
            inputMode="numeric"
            autoComplete="off"
            error={errors.approvalFrom?.message}
            {...register('approvalFrom')}
          />
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
