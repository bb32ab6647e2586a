import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listAdministrators } from '@zawadi/contract/administrators';
import {
  assignFraudAlert,
  closeFraudAlert,
  noteFraudAlert,
  reopenFraudAlert,
  type DeskAlertDetail,
  type FraudAlertEvent,
  type FraudOutcome,
} from '@zawadi/contract/fraud-desk';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldNote, TextArea } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { timeText } from '../../../ui/time-text.ts';
import { Timeline, type TimelineItem } from '../../../ui/timeline.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useAdministrator } from '../../session/session.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useRights } from '../use-rights.ts';
import { OUTCOME_WORDS } from './fraud-words.ts';

type WorkProps = { alert: DeskAlertDetail };
type DialogProps = WorkProps & { onClose: () => void };

const NOBODY = 'nobody';
const LONGEST_NOTE = 2_000;

/** Buttons that assign, close or reopen an alert. */
export function AlertActions({ alert }: WorkProps) {
  const [asking, setAsking] = useState<'assign' | 'close' | 'reopen'>();
  const done = () => setAsking(undefined);
  if (!useMayWork(alert)) return null;
  return (
    <div className="row">
      {alert.closed === undefined ? (
        <>
          <Button variant="secondary" small onClick={() => setAsking('assign')}>
            Assign…
          </Button>
          <Button small onClick={() => setAsking('close')}>
            Close…
          </Button>
        </>
      ) : (
        <Button variant="secondary" small onClick={() => setAsking('reopen')}>
          Reopen…
        </Button>
      )}
      {asking === 'assign' && <AssignDialog alert={alert} onClose={done} />}
      {asking === 'close' && <CloseDialog alert={alert} onClose={done} />}
      {asking === 'reopen' && <ReopenDialog alert={alert} onClose={done} />}
    </div>
  );
}

function AssignDialog({ alert, onClose }: DialogProps) {
  const { alertId, about, assignedTo } = alert;
  const self = useAdministrator();
  const keep = useAlertUpdate(onClose);
  const { data, error } = useQuery({
    queryKey: queryKeys.administrators,
    queryFn: ({ signal }) => call(listAdministrators, { signal }),
  });
  const [chosen, setChosen] = useState(assignedTo?.administratorId ?? self.administratorId);
  const aboutId = about.kind === 'administrator' ? about.administratorId : undefined;
  const others = (data?.administrators ?? []).filter(
    (one) =>
      !one.isSelf &&
      one.status === 'ACTIVE' &&
      one.staffRole !== 'read-only' &&
      one.administratorId !== aboutId,
  );
  // Until the list of administrators has loaded, offer the current assignee as a choice.
  const known = data === undefined && assignedTo !== undefined ? [assignedTo] : others;
  const options = [
    { value: self.administratorId, label: `${self.name} (you)` },
    ...known
      .filter(({ administratorId }) => administratorId !== self.administratorId)
      .map(({ administratorId, name }) => ({ value: administratorId, label: name })),
    { value: NOBODY, label: 'Nobody' },
  ];
  return (
    <ConfirmDialog
      title="Who looks at this alert?"
      action="Assign"
      confirm={async () => {
        const administratorId = chosen === NOBODY ? null : chosen;
        return call(assignFraudAlert, { params: { alertId }, body: { administratorId } });
      }}
      onDone={(left) => keep(left, 'Assigned')}
      onClose={onClose}
    >
      {error !== null && data === undefined && (
        <Alert tone="warn" isLive>
          Administrators could not be read. {sentenceOf(error)}
        </Alert>
      )}
      <SelectField
        label="Assigned to"
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
        options={options}
      />
    </ConfirmDialog>
  );
}

const OUTCOMES = [
  {
    value: 'confirmed',
    label: OUTCOME_WORDS.confirmed,
    help: 'Someone took, or tried to take, what is not theirs.',
  },
  { value: 'false_alarm', label: OUTCOME_WORDS.false_alarm, help: 'There is an honest explanation.' },
  { value: 'unclear', label: OUTCOME_WORDS.unclear, help: 'The evidence is not enough to decide.' },
] as const satisfies readonly { value: FraudOutcome; label: string; help: string }[];

function CloseDialog({ alert: { alertId }, onClose }: DialogProps) {
  const keep = useAlertUpdate(onClose);
  const [outcome, setOutcome] = useState<FraudOutcome | ''>('');
  const [isMissing, setMissing] = useState(false);
  return (
    <ConfirmDialog
      title="What did this alert turn out to be?"
      action="Close alert"
      reason="required"
      check={() => {
        setMissing(outcome === '');
        return outcome !== '';
      }}
      confirm={async (reason) =>
        outcome === '' ? undefined : call(closeFraudAlert, { params: { alertId }, body: { outcome, reason } })
      }
      onDone={(left) => left && keep(left, 'Alert closed')}
      onClose={onClose}
    >
      <RadioList<FraudOutcome | ''>
        label="Outcome"
        options={OUTCOMES}
        value={outcome}
        onChange={setOutcome}
      />
      {isMissing && outcome === '' && <FieldNote id="outcome-missing" error="Please choose the outcome" />}
      <p className="small muted">Nothing is frozen or suspended by this, and the merchant is not told.</p>
    </ConfirmDialog>
  );
}

function ReopenDialog({ alert: { alertId }, onClose }: DialogProps) {
  const keep = useAlertUpdate(onClose);
  return (
    <ConfirmDialog
      title="Reopen this alert?"
      action="Reopen"
      reason="required"
      confirm={async (reason) => call(reopenFraudAlert, { params: { alertId }, body: { reason } })}
      onDone={(left) => keep(left, 'Alert reopened')}
      onClose={onClose}
    >
      <p className="muted">Its outcome stays in the history.</p>
    </ConfirmDialog>
  );
}

/** History of an alert, and a field for a note. */
export function AlertHistory({ alert }: WorkProps) {
  const { raisedAt, events } = alert;
  const mayWork = useMayWork(alert);
  return (
    <Sheet title="Notes and history" isPadded>
      <div className="stack fraud-history">
        <Timeline
          items={[
            { key: 'raised', state: 'done', title: 'Raised', time: timeText(new Date(raisedAt)) },
            ...events.map(itemOf),
          ]}
        />
        {mayWork && <NoteForm alert={alert} />}
      </div>
    </Sheet>
  );
}

function NoteForm({ alert: { alertId } }: WorkProps) {
  const keep = useAlertUpdate();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  // One id per note, so that a retry does not add the note twice.
  const [noteId, setNoteId] = useState(() => newId());
  const noting = useMutation({
    mutationFn: async () => call(noteFraudAlert, { params: { alertId }, body: { noteId, text } }),
    onSuccess: (left) => {
      keep(left, 'Note added');
      setText('');
      setNoteId(newId());
    },
    onError: (error) => setProblem(sentenceOf(error)),
  });
  return (
    <form
      className="stack-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = text.trim() === '' ? 'Please write a note' : undefined;
        setProblem(found);
        if (found === undefined && !noting.isPending) noting.mutate();
      }}
    >
      <TextArea
        label="New note"
        help="Notes cannot be changed or removed."
        rows={3}
        maxLength={LONGEST_NOTE}
        value={text}
        error={problem}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="actions">
        <Button type="submit" variant="secondary" small isBusy={noting.isPending} busyLabel="Saving...">
          Add note
        </Button>
      </div>
    </form>
  );
}

function itemOf({ eventId, kind, by, at, assignedTo, outcome, text }: FraudAlertEvent): TimelineItem {
  const title = {
    note: `Note by ${by}`,
    assigned: assignedTo === by ? `${by} took it` : `${by} gave it to ${assignedTo}`,
    unassigned: `${by} gave it to nobody`,
    closed: `${outcome === undefined ? 'Closed' : OUTCOME_WORDS[outcome]}, closed by ${by}`,
    reopened: `Reopened by ${by}`,
  }[kind];
  return { key: eventId, state: 'done', title, time: timeText(new Date(at)), note: text };
}

function useMayWork({ mayWork }: DeskAlertDetail): boolean {
  return useRights().mayQueryAndResend && mayWork;
}

/** Stores the updated alert, shows a toast, and refetches lists and counts. */
function useAlertUpdate(onDone?: () => void) {
  const queries = useQueryClient();
  return (alert: DeskAlertDetail, said: string) => {
    queries.setQueryData(queryKeys.deskAlert(alert.alertId), alert);
    toast.success(said);
    onDone?.();
    void queries.invalidateQueries({ queryKey: queryKeys.deskAlerts });
  };
}
