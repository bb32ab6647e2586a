import { useId } from 'react';
import './switch.css';

type SwitchProps = {
  label: string;
  help?: string | undefined;
  isOn: boolean;
  /** Ignores clicks while the first one is being saved. */
  isBusy: boolean;
  /** Whether it cannot be switched; the help says why. */
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
};

/** On or off, at once and without a form. */
export function Switch({ label, help, isOn, isBusy, isDisabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch">
      <span>
        <b id={`${id}-label`}>{label}</b>
        {help !== undefined && (
          <span className="help" id={`${id}-help`}>
            {help}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        aria-busy={isBusy}
        // Not `disabled`, which would drop the keyboard focus while it saves.
        aria-disabled={isBusy || undefined}
        disabled={isDisabled}
        onChange={({ target }) => {
          if (!isBusy) onChange(target.checked);
        }}
      />
    </label>
  );
}
