import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeFeatureSwitch, type FeatureName } from '@zawadi/contract/admin-settings';
import { useId, useState } from 'react';
import { call, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';

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
  const formId = useId();
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const changing = useMutation({
    mutationFn: () => call(changeFeatureSwitch, { body: { name, isOn, reason } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.featureSwitches });
      toast.success(`${label} is ${isOn ? 'on' : 'off'}`);
      onClose();
    },
  });
  const verb = isOn ? 'Switch on' : 'Switch off';
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${verb} ${label.toLowerCase()}?`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={changing.isPending} busyLabel="Saving...">
            {verb}
          </Button>
        </>
      }
    >
      <p className="muted">{EFFECTS[name][isOn ? 'on' : 'off']}</p>
      <form
        id={formId}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!changing.isPending) changing.mutate();
        }}
      >
        {changing.isError && (
          <Alert tone="danger" isLive>
            {sentenceOf(changing.error)}
          </Alert>
        )}
        <TextField
          label="Reason"
          isOptional
          help="Stays in the history, with your name"
          maxLength={200}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </Dialog>
  );
}
