import { zodResolver } from '@hookform/resolvers/zod';
import { fraudRules, type FraudRules, type readFraudRules } from '@zawadi/contract/fraud';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ConfirmRules } from './confirm-rules.tsx';
import { RuleFields } from './rule-fields.tsx';
import { RULES } from './rule-words.ts';

type ChangeRulesProps = { state: CallAnswer<typeof readFraudRules>; onClose: () => void };

/** New rules; before they are saved a dialog says what they change. */
export function ChangeRules({ state, onClose }: ChangeRulesProps) {
  const [chosen, setChosen] = useState<FraudRules>();
  const { register, control, handleSubmit, reset, formState } = useForm({
    // The contract has a sentence for every number that does not fit, and none for what is no number.
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
        <Button variant="quiet" small onClick={() => reset(state.defaults)}>
          Defaults
        </Button>
      }
    >
      <form
        className="stack-5"
        noValidate
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
        <div className="actions">
          <Button variant="secondary" onClick={onClose}>
            Cancel
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
