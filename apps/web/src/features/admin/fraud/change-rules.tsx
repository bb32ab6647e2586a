import { zodResolver } from '@hookform/resolvers/zod';
import {
  changeFraudRules,
  fraudRules,
  type FraudRules,
  type readFraudRules,
} from '@zawadi/contract/fraud-rules';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import {
  Controller,
  get,
  useForm,
  type Control,
  type FieldError,
  type FieldErrors,
  type UseFormRegister,
} from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { TextField } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { Differences } from '../audit/differences.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { PreviewRules } from './preview-rules.tsx';
import { describeRules, RULES, type Rule } from './rule-words.ts';
import '../versions/versions.css';

type ChangeRulesProps = { state: CallAnswer<typeof readFraudRules>; onClose: () => void };

/** Edits the fraud rules; a dialog lists the changes before they are saved. */
export function ChangeRules({ state, onClose }: ChangeRulesProps) {
  const [chosen, setChosen] = useState<FraudRules>();
  const [previewed, setPreviewed] = useState<FraudRules>();
  const { register, control, handleSubmit, reset, formState } = useForm({
    // The contract has a sentence for each invalid number, but no sentence for text that is not a number.
    resolver: zodResolver(fraudRules, {
      error: ({ code }) => (code === 'invalid_type' ? 'Please enter a whole number' : undefined),
    }),
    defaultValues: state.rules,
  });
  return (
    <Sheet
      title="Change the rules"
      isPadded
      action={
        <Button
          variant="quiet"
          small
          onClick={() => {
            reset(state.defaults);
            setPreviewed(undefined);
          }}
        >
          Defaults
        </Button>
      }
    >
      <form
        className="stack-5"
        noValidate
        // The preview is outdated after a value was typed.
        onChange={() => setPreviewed(undefined)}
        onSubmit={(event) => void handleSubmit((rules) => setChosen(rules))(event)}
      >
        {RULES.map((rule) => (
          <RuleFields
            key={rule.name}
            rule={rule}
            control={control}
            register={register}
            errors={formState.errors}
          />
        ))}
        {previewed !== undefined && <PreviewRules rules={previewed} />}
        <div className="actions">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="secondary" onClick={() => void handleSubmit((rules) => setPreviewed(rules))()}>
            Preview on the last 30 days
          </Button>
          <Button type="submit">Review change</Button>
        </div>
      </form>
      {chosen !== undefined && (
        <ConfirmRules
          current={state.rules}
          rules={chosen}
          basedOn={state.latestVersionId}
          onClose={() => setChosen(undefined)}
          onDone={onClose}
        />
      )}
    </Sheet>
  );
}

type ConfirmRulesProps = {
  current: FraudRules;
  rules: FraudRules;
  /** Version that the administrator edits: the latest that this screen has loaded. */
  basedOn: string | null;
  onClose: () => void;
  onDone: () => void;
};

/** Lists the changes, and saves them. */
function ConfirmRules({ current, rules, basedOn, onClose, onDone }: ConfirmRulesProps) {
  const queries = useQueryClient();
  const refresh = async () => {
    for (const queryKey of [adminQueryKeys.fraudRules, adminQueryKeys.approvals]) {
      await queries.invalidateQueries({ queryKey });
    }
  };
  return (
    <ConfirmDialog
      title="Change the fraud rules?"
      reason="required"
      action="Change"
      busyLabel="Saving..."
      confirm={async (reason) => {
        const { action } = await call(changeFraudRules, { body: { rules, reason, basedOn } });
        toastOutcome(action, 'Saved');
        onDone();
        await refresh();
      }}
      onFailed={() => void refresh()}
      onClose={onClose}
    >
      <Differences before={describeRules(current)} after={describeRules(rules)} />
      <p className="muted">Applies to what happens from now on, at every merchant.</p>
      <EffectOfAction action={{ kind: 'fraud-rules', rules, basedOn }} />
    </ConfirmDialog>
  );
}

type RuleFieldsProps = {
  rule: Rule;
  control: Control<FraudRules>;
  register: UseFormRegister<FraudRules>;
  errors: FieldErrors<FraudRules>;
};

/** Fields of one rule: whether it is on, and its thresholds. */
function RuleFields({ rule, control, register, errors }: RuleFieldsProps) {
  return (
    <div className="stack">
      <Controller
        control={control}
        name={`${rule.name}.isOn`}
        render={({ field }) => (
          <Switch
            label={rule.title}
            help={rule.help}
            isOn={field.value}
            isBusy={false}
            onChange={field.onChange}
          />
        )}
      />
      {rule.figures.length > 0 && (
        <div className="figure-fields">
          {rule.figures.map(({ name, label }) => {
            const problem = get(errors, name) as FieldError | undefined;
            return (
              <TextField
                key={name}
                label={label}
                inputMode="numeric"
                autoComplete="off"
                error={problem?.message}
                {...register(name, { valueAsNumber: true })}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}
