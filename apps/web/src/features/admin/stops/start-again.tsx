import { useQueryClient } from '@tanstack/react-query';
import { startAgain, type Stop } from '@zawadi/contract/stops-admin';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { STOPS } from './stop-words.ts';

/** Asks a second administrator to end a stop. */
export function StartAgain({ stop: { stopId, name }, onClose }: { stop: Stop; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      title={`Start ${name} again?`}
      reason="required"
      action="Ask for approval"
      busyLabel="Requesting..."
      confirm={(reason) => call(startAgain, { params: { stopId }, body: { reason } })}
      onDone={({ action }) => {
        toastOutcome(action, `${STOPS[name].label} began again`);
        onClose();
        for (const queryKey of [adminQueryKeys.stops, adminQueryKeys.approvals])
          void queries.invalidateQueries({ queryKey });
      }}
      onClose={onClose}
    >
      <p className="muted">It stays stopped until a second administrator has approved.</p>
    </ConfirmDialog>
  );
}
