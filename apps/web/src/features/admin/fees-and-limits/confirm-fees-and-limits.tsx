import { changeFeesAndLimits, type FeesAndLimits } from '@zawadi/contract/fees-and-limits';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { Differences } from '../audit/differences.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { sayOutcome } from '../say-outcome.ts';
import { describeFeesAndLimits } from './describe-fees-and-limits.ts';
import { useRefreshFeesAndLimits } from './use-fees-and-limits.ts';

type ConfirmFeesAndLimitsProps = {
  current: FeesAndLimits;
  feesAndLimits: FeesAndLimits;
  /** The version that was written last, as this screen knows it. */
  basedOn: string | null;
  onClose: () => void;
  onDone: () => void;
};

/** Says what changes for whom, and saves it: at once, or from the beginning of a day on. */
export function ConfirmFeesAndLimits({
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
        sayOutcome(action, 'Saved', effectiveFrom === undefined ? 'It counts from now on.' : undefined);
        onDone();
        await refresh();
      }}
      onFailed={() => void refresh()}
      onClose={onClose}
    >
      <Differences before={describeFeesAndLimits(current)} after={describeFeesAndLimits(feesAndLimits)} />
      <p className="muted">
        Everybody sees it before they confirm a payment. What was registered before keeps the fee that was
        shown. Another fee, and a higher amount from which two decide, wait for a second administrator.
      </p>
      <DateField
        label="From"
        isOptional
        help="The beginning of this day in Nairobi; without a day at once."
        value={day}
        onChange={setDay}
      />
    </ConfirmDialog>
  );
}
