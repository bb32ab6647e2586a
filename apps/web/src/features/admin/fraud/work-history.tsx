import type { FraudAlertEvent } from '@zawadi/contract/fraud-desk';
import type { FraudCaseEvent } from '@zawadi/contract/fraud-cases';
import { Sheet } from '../../../ui/sheet.tsx';
import { timeText } from '../../../ui/time-text.ts';
import { Timeline, type TimelineItem } from '../../../ui/timeline.tsx';
import { NoteForm } from '../notes/note-form.tsx';
import { OUTCOME_WORDS } from './fraud-words.ts';
import type { Work } from './work-actions.tsx';
import './fraud-desk.css';

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
        {work !== undefined && (
          <NoteForm
            save={async ({ noteId, text }) => work.keep(await work.note({ noteId, text }), 'Note added')}
          />
        )}
      </div>
    </Sheet>
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
