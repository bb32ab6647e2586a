import { useQueryClient } from '@tanstack/react-query';
import {
  assignFraudCase,
  closeFraudCase,
  noteFraudCase,
  reopenFraudCase,
  type FraudCaseDetail,
} from '@zawadi/contract/fraud-cases';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import type { WorkWithNotes } from '../fraud/work-actions.tsx';
import { useRights } from '../use-rights.ts';

/** Returns the work on a case; undefined for administrators who may only read. */
export function useCaseWork({
  caseId,
  about,
  assignedTo,
  closed,
}: FraudCaseDetail): WorkWithNotes<FraudCaseDetail> | undefined {
  const keep = useCaseUpdate();
  const { mayQueryAndResend } = useRights();
  if (!mayQueryAndResend) return undefined;
  const params = { caseId };
  return {
    thing: 'case',
    isClosed: closed !== undefined,
    assignedTo,
    aboutAdministratorId: about.kind === 'administrator' ? about.administratorId : undefined,
    effectOfClosing:
      'Its open alerts are closed with it. Closing freezes and suspends no account, and sends no message.',
    assign: async (administratorId) => call(assignFraudCase, { params, body: { administratorId } }),
    close: async (body) => call(closeFraudCase, { params, body }),
    reopen: async (reason) => call(reopenFraudCase, { params, body: { reason } }),
    note: async (body) => call(noteFraudCase, { params, body }),
    keep,
  };
}

/** Returns a function that stores the updated case, shows a toast, and refetches lists of cases and alerts. */
export function useCaseUpdate(): (updated: FraudCaseDetail, said: string) => void {
  const queries = useQueryClient();
  return (updated, said) => {
    queries.setQueryData(adminQueryKeys.fraudCase(updated.caseId), updated);
    toast.success(said);
    void queries.invalidateQueries({ queryKey: adminQueryKeys.fraudCases });
    void queries.invalidateQueries({ queryKey: adminQueryKeys.deskAlerts });
  };
}
