import { useId } from 'react';
import './switch.css';

type SwitchProps = {
  label: string;
  help: string;
  isOn: boolean;
  /** Takes no second press while the first one is being saved. */
  isBusy: boolean;
  onChange: (isOn: boolean) => void;
};

/** On or off, at once and without a form. */
export function Switch({ label, help, isOn, isBusy, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch">
      <span>
        <b id={`${id}-label`}>{label}</b>
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-help`}
        aria-busy={isBusy}
        onChange={({ target }) => {
          if (!isBusy) onChange(target.checked);
        }}
      />
    </label>
  );
}
