import { useQueryClient } from '@tanstack/react-query';
import { changeFraudRules, type FraudRules } from '@zawadi/contract/fraud';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { Differences } from '../audit/differences.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { describeRules } from './rule-words.ts';

type ConfirmRulesProps = {
  current: FraudRules;
  rules: FraudRules;
  /** The version that was written last, as this screen knows it. */
  basedOn: string | null;
  onClose: () => void;
  onDone: () => void;
};

/** Says what changes, and saves it. */
export function ConfirmRules({ current, rules, basedOn, onClose, onDone }: ConfirmRulesProps) {
  const queries = useQueryClient();
  const refresh = async () => queries.invalidateQueries({ queryKey: queryKeys.fraudRules });
  return (
    <ConfirmDialog
      title="Change the fraud rules?"
      reason="required"
      action="Change"
      busyLabel="Saving..."
      confirm={async (reason) => {
        await call(changeFraudRules, { body: { rules, reason, basedOn } });
        toast.success('Saved');
        onDone();
        await refresh();
      }}
      onFailed={() => void refresh()}
      onClose={onClose}
    >
      <Differences before={describeRules(current)} after={describeRules(rules)} />
      <p className="muted">
        It counts for redemptions from now on, at every merchant. Alerts that were raised before stay.
      </p>
    </ConfirmDialog>
  );
}
