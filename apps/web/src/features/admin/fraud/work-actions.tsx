import { useQuery } from '@tanstack/react-query';
import { listAdministrators } from '@zawadi/contract/administrators';
import type { FraudOutcome } from '@zawadi/contract/fraud-desk';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldNote } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useAdministrator } from '../../session/session.tsx';
import { OUTCOME_WORDS } from './fraud-words.ts';

/** Administrators' work on an alert or a case: its calls, and what the dialogs say. */
export type Work<Detail> = {
  thing: 'alert' | 'case';
  /** Number of selected alerts; absent for a single alert or case. */
  count?: number;
  isClosed: boolean;
  assignedTo?: { administratorId: string; name: string } | undefined;
  /** The administrator whom it is about, who cannot be assigned. */
  aboutAdministratorId?: string | undefined;
  /** One sentence about the effect of closing on people and shops. */
  effectOfClosing: string;
  assign: (administratorId: string | null) => Promise<Detail>;
  close: (closed: { outcome: FraudOutcome; reason: string }) => Promise<Detail>;
  /** Absent for a selection, which has open alerts only. */
  reopen?: (reason: string) => Promise<Detail>;
  /** Stores the updated alert or case, and shows a toast. */
  keep: (detail: Detail, said: string) => void;
};

/** Names it in a question: "this case", "these 3 alerts". */
function named({ thing, count = 1 }: Pick<Work<unknown>, 'thing' | 'count'>): string {
  return count === 1 ? `this ${thing}` : `these ${count} ${thing}s`;
}

/** Work on one alert or case, which also has notes. */
export type WorkWithNotes<Detail> = Work<Detail> & {
  note: (note: { noteId: string; text: string }) => Promise<Detail>;
};

type WorkProps<Detail> = { work: Work<Detail> };
type DialogProps<Detail> = WorkProps<Detail> & { onClose: () => void };

const UNASSIGNED = 'unassigned';

/** Buttons that assign, close or reopen an alert or a case. */
export function WorkActions<Detail>({ work }: WorkProps<Detail>) {
  const [asking, setAsking] = useState<'assign' | 'close' | 'reopen'>();
  const done = () => setAsking(undefined);
  return (
    <div className="row">
      {work.isClosed ? (
        <Button variant="secondary" small onClick={() => setAsking('reopen')}>
          Reopen…
        </Button>
      ) : (
        <>
          <Button variant="secondary" small onClick={() => setAsking('assign')}>
            Assign…
          </Button>
          <Button small onClick={() => setAsking('close')}>
            Close…
          </Button>
        </>
      )}
      {asking === 'assign' && <AssignDialog work={work} onClose={done} />}
      {asking === 'close' && <CloseDialog work={work} onClose={done} />}
      {asking === 'reopen' && <ReopenDialog work={work} onClose={done} />}
    </div>
  );
}

function AssignDialog<Detail>({ work, onClose }: DialogProps<Detail>) {
  const { assignedTo, aboutAdministratorId } = work;
  const self = useAdministrator();
  const { data, error } = useQuery({
    queryKey: adminQueryKeys.administrators,
    queryFn: ({ signal }) => call(listAdministrators, { signal }),
  });
  const [chosen, setChosen] = useState(assignedTo?.administratorId ?? self.administratorId);
  const others = (data?.administrators ?? []).filter(
    (one) =>
      !one.isSelf &&
      one.status === 'ACTIVE' &&
      one.staffRole !== 'read-only' &&
      one.administratorId !== aboutAdministratorId,
  );
  // Until the list of administrators has loaded, offer the current assignee as a choice.
  const known = data === undefined && assignedTo !== undefined ? [assignedTo] : others;
  const options = [
    { value: self.administratorId, label: `${self.name} (you)` },
    ...known
      .filter(({ administratorId }) => administratorId !== self.administratorId)
      .map(({ administratorId, name }) => ({ value: administratorId, label: name })),
    { value: UNASSIGNED, label: 'Not assigned' },
  ];
  return (
    <ConfirmDialog
      title={`Who looks at ${named(work)}?`}
      action="Assign"
      confirm={async () => work.assign(chosen === UNASSIGNED ? null : chosen)}
      onDone={(detail) => {
        work.keep(detail, 'Assigned');
        onClose();
      }}
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

function CloseDialog<Detail>({ work, onClose }: DialogProps<Detail>) {
  const { thing, count = 1, effectOfClosing } = work;
  const [outcome, setOutcome] = useState<FraudOutcome | ''>('');
  const [isMissing, setMissing] = useState(false);
  return (
    <ConfirmDialog
      title={`What did ${named(work)} turn out to be?`}
      action={count === 1 ? `Close ${thing}` : `Close ${count} ${thing}s`}
      reason="required"
      check={() => {
        setMissing(outcome === '');
        return outcome !== '';
      }}
      confirm={async (reason) => (outcome === '' ? undefined : work.close({ outcome, reason }))}
      onDone={(detail) => {
        if (detail === undefined) return;
        work.keep(detail, thing === 'alert' ? 'Alert closed' : 'Case closed');
        onClose();
      }}
      onClose={onClose}
    >
      <RadioList<FraudOutcome | ''>
        label="Outcome"
        options={OUTCOMES}
        value={outcome}
        onChange={setOutcome}
      />
      {isMissing && outcome === '' && <FieldNote id="outcome-missing" error="Please choose the outcome" />}
      <p className="small muted">{effectOfClosing}</p>
    </ConfirmDialog>
  );
}

function ReopenDialog<Detail>({ work, onClose }: DialogProps<Detail>) {
  const { thing } = work;
  return (
    <ConfirmDialog
      title={`Reopen this ${thing}?`}
      action="Reopen"
      reason="required"
      confirm={async (reason) => work.reopen?.(reason)}
      onDone={(detail) => {
        if (detail === undefined) return;
        work.keep(detail, thing === 'alert' ? 'Alert reopened' : 'Case reopened');
        onClose();
      }}
      onClose={onClose}
    >
      <p className="muted">Its outcome stays in the history.</p>
    </ConfirmDialog>
  );
}
