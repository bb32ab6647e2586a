import type { FraudAlertEvent } from '@zawadi/contract/fraud-desk';
import type { FraudCaseEvent } from '@zawadi/contract/fraud-cases';
import { Sheet } from '../../../ui/sheet.tsx';
import { timeText } from '../../../ui/time-text.ts';
import { Timeline, type TimelineItem } from '../../../ui/timeline.tsx';
import { MaskedText } from '../contacts/masked-text.tsx';
import { NoteForm } from '../notes/note-form.tsx';
import { OUTCOME_WORDS } from './fraud-words.ts';
import type { WorkWithNotes } from './work-actions.tsx';
import './fraud-desk.css';

type WorkHistoryProps<Detail> = {
  of: { kind: 'fraud-alert' | 'fraud-case'; id: string };
  events: readonly (FraudAlertEvent | FraudCaseEvent)[];
  /** Shown before the events. */
  first?: TimelineItem;
  /** Undefined if the signed-in administrator may not work on it; then there is no field for a note. */
  work: WorkWithNotes<Detail> | undefined;
};

/** History of an alert or a case, and a field for a note. */
export function WorkHistory<Detail>({ of, events, first, work }: WorkHistoryProps<Detail>) {
  return (
    <Sheet title="Notes and history" isPadded>
      <div className="stack fraud-history">
        <Timeline
          items={[...(first === undefined ? [] : [first]), ...events.map((event) => itemOf(event, of))]}
        />
        {work !== undefined && (
          <NoteForm
            save={async ({ noteId, text }) => work.keep(await work.note({ noteId, text }), 'Note added')}
          />
        )}
      </div>
    </Sheet>
  );
}

function itemOf(
  { eventId, kind, by, at, assignedTo, outcome, text }: FraudAlertEvent | FraudCaseEvent,
  of: WorkHistoryProps<unknown>['of'],
): TimelineItem {
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
  const note = text !== undefined && (
    <MaskedText record={{ ...of, entryId: eventId }} label="Note" text={text} />
  );
  return { key: eventId, state: 'done', title, time: timeText(new Date(at)), note };
}
