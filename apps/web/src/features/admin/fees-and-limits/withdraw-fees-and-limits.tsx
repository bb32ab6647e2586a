import { withdrawFeesAndLimits, type FeesAndLimitsVersion } from '@zawadi/contract/fees-and-limits';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { dateText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useRefreshFeesAndLimits } from './use-fees-and-limits.ts';

/** Takes back a change before it is in force. */
export function WithdrawFeesAndLimits({ version }: { version: FeesAndLimitsVersion }) {
  const [isAsking, setAsking] = useState(false);
  const refresh = useRefreshFeesAndLimits();
  const { versionId, effectiveFrom } = version;
  const close = () => setAsking(false);
  return (
    <div>
      <Button variant="secondary" small onClick={() => setAsking(true)}>
        Take back
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Take back the change of ${dateText(new Date(effectiveFrom))}?`}
          reason="required"
          action="Take back"
          confirm={async (reason) => {
            await call(withdrawFeesAndLimits, { params: { versionId }, body: { reason } });
            toast.success('Taken back');
            close();
            await refresh();
          }}
          onFailed={() => void refresh()}
          onClose={close}
        >
          <p className="muted">Fees and limits stay as they are; nobody has paid by the new ones yet.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
