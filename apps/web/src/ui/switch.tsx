import { useId } from 'react';
import './switch.css';

type SwitchProps = {
  label: string;
  help?: string | undefined;
  isOn: boolean;
  /** Whether the last click is being saved. Until then, the switch ignores clicks. */
  isBusy: boolean;
  /** Whether the switch is locked; the help or `describedBy` explains why. */
  isDisabled?: boolean;
  /** Id of a text on the page that explains the switch. */
  describedBy?: string | undefined;
  onChange: (isOn: boolean) => void;
};

/** Switch between on and off, which takes effect at once, without a form. */
export function Switch({
  label,
  help,
  isOn,
  isBusy,
  isDisabled = false,
  describedBy,
  onChange,
}: SwitchProps) {
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
        aria-describedby={help === undefined ? describedBy : `${id}-help`}
        aria-busy={isBusy}
        // Do not use `disabled` here: the switch would lose the keyboard focus while it saves.
        aria-disabled={isBusy || undefined}
        disabled={isDisabled}
        onChange={({ target }) => {
          if (!isBusy) onChange(target.checked);
        }}
      />
    </label>
  );
}
