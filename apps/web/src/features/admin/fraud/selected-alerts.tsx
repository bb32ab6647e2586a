import { useQueryClient } from '@tanstack/react-query';
import type { DeskAlert } from '@zawadi/contract/fraud-desk';
import {
  assignFraudAlerts,
  closeFraudAlerts,
  type AlertResults,
} from '@zawadi/contract/fraud-desk-selection';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { toast } from '../../../ui/toast.tsx';
import { SelectionBar, type Selection } from '../../lists/selection.tsx';
import { countText } from '../count-text.ts';
import { WorkActions, type Work } from './work-actions.tsx';

type Done = { verb: 'assigned' | 'closed'; results: AlertResults['results'] };
type Refused = { verb: Done['verb']; reasons: { alertId: string; text: string }[] };

/** Assigns or closes the selected alerts together, and says which were refused and why. */
export function SelectedAlerts({ selection }: { selection: Selection<DeskAlert> }) {
  const queries = useQueryClient();
  const [refused, setRefused] = useState<Refused>();
  const { selected } = selection;
  const alertIds = selected.map(({ alertId }) => alertId);
  const work: Work<Done> = {
    thing: 'alert',
    count: selected.length,
    isClosed: false,
    effectOfClosing: 'Closing alerts freezes and suspends nothing, and sends merchants no message.',
    assign: async (administratorId) => ({
      verb: 'assigned',
      ...(await call(assignFraudAlerts, { body: { alertIds, administratorId } })),
    }),
    close: async (body) => ({
      verb: 'closed',
      ...(await call(closeFraudAlerts, { body: { alertIds, ...body } })),
    }),
    keep: ({ verb, results }) => {
      const reasons = results.flatMap(({ alertId, refusal }) =>
        refusal === undefined ? [] : [{ alertId, text: `${nameOf(alertId)}: ${refusal.message}` }],
      );
      const done = results.length - reasons.length;
      if (done > 0) toast.success(`${countText(done, 'alert', 'alerts')} ${verb}`);
      setRefused(reasons.length === 0 ? undefined : { verb, reasons });
      selection.clear();
      void queries.invalidateQueries({ queryKey: adminQueryKeys.deskAlerts });
    },
  };
  const nameOf = (id: string) => selected.find(({ alertId }) => alertId === id)?.about.name ?? id;
  return (
    <>
      <SelectionBar of={selection} label="Selected alerts">
        <WorkActions work={work} />
      </SelectionBar>
      {refused !== undefined && (
        <Alert tone="warn" isLive>
          <b className="strong">
            {countText(refused.reasons.length, 'alert was', 'alerts were')} not {refused.verb}.
          </b>
          {refused.reasons.map(({ alertId, text }) => (
            <p key={alertId}>{text}</p>
          ))}
        </Alert>
      )}
    </>
  );
}
