import { useQueryClient } from '@tanstack/react-query';
import {
  assignFraudAlert,
  closeFraudAlert,
  noteFraudAlert,
  reopenFraudAlert,
  type DeskAlertDetail,
} from '@zawadi/contract/fraud-desk';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { useRights } from '../use-rights.ts';
import type { WorkWithNotes } from './work-actions.tsx';

/** Returns the work on an alert; undefined if the signed-in administrator may not work on it. */
export function useAlertWork(alert: DeskAlertDetail): WorkWithNotes<DeskAlertDetail> | undefined {
  const queries = useQueryClient();
  const { mayQueryAndResend } = useRights();
  if (!mayQueryAndResend || !alert.mayWork) return undefined;
  const { alertId, about, assignedTo, closed } = alert;
  const params = { alertId };
  return {
    thing: 'alert',
    isClosed: closed !== undefined,
    assignedTo,
    aboutAdministratorId: about.kind === 'administrator' ? about.administratorId : undefined,
    effectOfClosing: 'Closing an alert freezes and suspends nothing, and sends the merchant no message.',
    assign: async (administratorId) => call(assignFraudAlert, { params, body: { administratorId } }),
    close: async (body) => call(closeFraudAlert, { params, body }),
    reopen: async (reason) => call(reopenFraudAlert, { params, body: { reason } }),
    note: async (body) => call(noteFraudAlert, { params, body }),
    keep: (left, said) => {
      queries.setQueryData(adminQueryKeys.deskAlert(alertId), left);
      toast.success(said);
      void queries.invalidateQueries({ queryKey: adminQueryKeys.deskAlerts });
    },
  };
}
