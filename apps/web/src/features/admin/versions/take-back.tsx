import type { SettingVersion } from '@zawadi/contract/settings-versions';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { dateText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';

type TakeBackProps = {
  version: SettingVersion;
  withdraw: (reason: string) => Promise<unknown>;
  /** Reads the versions again, also after a failure: another administrator may have been quicker. */
  refresh: () => Promise<void>;
};

/** Takes back a change before it is in force. */
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
