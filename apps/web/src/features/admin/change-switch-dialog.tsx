import { useQueryClient } from '@tanstack/react-query';
import { changeFeatureSwitch, type FeatureName } from '@zawadi/contract/settings';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { toast } from '../../ui/toast.tsx';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';

type ChangeSwitchDialogProps = { name: FeatureName; label: string; isOn: boolean; onClose: () => void };

const EFFECTS: Record<FeatureName, { on: string; off: string }> = {
  requirePasskeys: {
    on: 'Every administrator without a passkey adds one before anything else is possible. Nobody removes the last one.',
    off: 'Administrators can work without a passkey. Those they have still work.',
  },
  redeemByCode: {
    on: 'Every consumer can type the code of a gift that was sent to them and add its value to their wallet.',
    off: 'Consumers can no longer type codes. Links and shops work on, and no gift changes.',
  },
  cardPayment: {
    on: 'Every consumer can pay for a gift by card.',
    off: 'Consumers can no longer pay by card. Payments in flight finish.',
  },
};

/** Says what the change will do, and makes it. */
export function ChangeSwitchDialog({ name, label, isOn, onClose }: ChangeSwitchDialogProps) {
  const queries = useQueryClient();
  const verb = isOn ? 'Switch on' : 'Switch off';
  return (
    <ConfirmDialog
      title={`${verb} ${label.toLowerCase()}?`}
      action={verb}
      reason="optional"
      confirm={async (reason) => {
        await call(changeFeatureSwitch, { body: { name, isOn, reason } });
        await queries.invalidateQueries({ queryKey: queryKeys.featureSwitches });
        toast.success(`${label} is ${isOn ? 'on' : 'off'}`);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="muted">{EFFECTS[name][isOn ? 'on' : 'off']}</p>
    </ConfirmDialog>
  );
}
