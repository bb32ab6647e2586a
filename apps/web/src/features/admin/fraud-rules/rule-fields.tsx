import type { FraudRules } from '@zawadi/contract/fraud';
import {
  Controller,
  get,
  type Control,
  type FieldError,
  type FieldErrors,
  type UseFormRegister,
} from 'react-hook-form';
import { TextField } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { Rule } from './rule-words.ts';
import '../versions/versions.css';

type RuleFieldsProps = {
  rule: Rule;
  control: Control<FraudRules>;
  register: UseFormRegister<FraudRules>;
  errors: FieldErrors<FraudRules>;
};

/** One rule: whether it is on, and from where on it speaks. */
export function RuleFields({ rule, control, register, errors }: RuleFieldsProps) {
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
