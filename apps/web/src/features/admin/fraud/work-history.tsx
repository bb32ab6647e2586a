import { useMutation } from '@tanstack/react-query';
import type { FraudAlertEvent } from '@zawadi/contract/fraud-desk';
import type { FraudCaseEvent } from '@zawadi/contract/fraud-cases';
import { useState } from 'react';
import { sentenceOf } from '../../../api/call.ts';
import { newId } from '../../../api/new-id.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { timeText } from '../../../ui/time-text.ts';
import { Timeline, type TimelineItem } from '../../../ui/timeline.tsx';
import { OUTCOME_WORDS } from './fraud-words.ts';
import type { Work } from './work-actions.tsx';
import './fraud-desk.css';

const LONGEST_NOTE = 2_000;

type WorkHistoryProps<Detail> = {
  events: readonly (FraudAlertEvent | FraudCaseEvent)[];
  /** Shown before the events. */
  first?: TimelineItem;
  /** Undefined if the signed-in administrator may not work on it; then there is no field for a note. */
  work: Work<Detail> | undefined;
};

/** History of an alert or a case, and a field for a note. */
export function WorkHistory<Detail>({ events, first, work }: WorkHistoryProps<Detail>) {
  return (
    <Sheet title="Notes and history" isPadded>
      <div className="stack fraud-history">
        <Timeline items={[...(first === undefined ? [] : [first]), ...events.map(itemOf)]} />
        {work !== undefined && <NoteForm work={work} />}
      </div>
    </Sheet>
  );
}

function NoteForm<Detail>({ work: { note, keep } }: { work: Work<Detail> }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  // One id per note, so that a retry does not add the note twice.
  const [noteId, setNoteId] = useState(() => newId());
  const noting = useMutation({
    mutationFn: async () => note({ noteId, text }),
    onSuccess: (detail) => {
      keep(detail, 'Note added');
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

function itemOf({
  eventId,
  kind,
  by,
  at,
  assignedTo,
  outcome,
  text,
}: FraudAlertEvent | FraudCaseEvent): TimelineItem {
  const title = {
    opened: `Opened by ${by}`,
    note: `Note by ${by}`,
    assigned: assignedTo === by ? `${by} took it` : `${by} gave it to ${assignedTo}`,
    unassigned: `${by} ended its assignment`,
    prepared: `Report prepared by ${by}`,
    reported: `Reported by ${by}`,
    closed: `${outcome === undefined ? 'Closed' : OUTCOME_WORDS[outcome]}, closed by ${by}`,
    reopened: `Reopened by ${by}`,
  }[kind];
  return { key: eventId, state: 'done', title, time: timeText(new Date(at)), note: text };
}
