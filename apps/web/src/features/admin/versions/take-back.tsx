import type { SettingVersion } from '@zawadi/contract/settings-versions';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { dateText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';

type TakeBackProps = {
  version: SettingVersion;
  withdraw: (reason: string) => Promise<unknown>;
  /** Refetches the versions, also after a failure: another administrator may already have withdrawn this one. */
  refresh: () => Promise<void>;
};

/** Withdraws a planned change before it takes effect. */
export function TakeBack({ version: { effectiveFrom }, withdraw, refresh }: TakeBackProps) {
  const [isAsking, setAsking] = useState(false);
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
            await withdraw(reason);
            toast.success('Taken back');
            close();
            await refresh();
          }}
          onFailed={() => void refresh()}
          onClose={close}
        />
      )}
    </div>
  );
}
