import type { FraudAlertEvent, FraudCaseEvent, FraudOutcome } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { maskContacts } from '../../../platform/mask-contacts.ts';

/** Table of administrators' work on alerts or cases, and its column for the alert or case. */
export type History = { table: string; subject: string };

const ALERT_HISTORY: History = { table: 'fraud_alert_events', subject: 'alert_id' };

type Event<Kind> = Omit<FraudAlertEvent, 'kind'> & { kind: Kind };
type EventRow<Kind> = Pick<Event<Kind>, 'eventId' | 'kind' | 'by'> & {
  at: Date;
  assignedTo: string | null;
  outcome: FraudOutcome | null;
  text: string;
};

/** Lists the history of an alert or a case, oldest first, with phone numbers and email addresses masked. */
export async function listEvents<Kind extends string = FraudAlertEvent['kind']>(
  db: Db,
  subjectId: string,
  { table, subject }: History = ALERT_HISTORY,
): Promise<Event<Kind>[]> {
  const { rows } = await sql<EventRow<Kind>>`
    select e.id as "eventId", e.kind, a.name as by, e.at, assignee.name as "assignedTo", e.outcome, e.text
    from ${sql.table(table)} e
    join administrators a on a.id = e.administrator_id
    left join administrators assignee on assignee.id = e.assigned_to
    where ${sql.ref(`e.${subject}`)} = ${subjectId} order by e.at, e.id`.execute(db);
  return rows.map(({ at, assignedTo, outcome, text, ...event }) => ({
    ...event,
    at: at.toISOString(),
    assignedTo: assignedTo ?? undefined,
    outcome: outcome ?? undefined,
    text: text === '' ? undefined : maskContacts(text),
  }));
}

/** Finds the text of an entry in full. */
export async function findEventText(
  db: Db,
  { subjectId, eventId }: { subjectId: string; eventId: string },
  { table, subject }: History = ALERT_HISTORY,
): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select e.text from ${sql.table(table)} e
    where ${sql.ref(`e.${subject}`)} = ${subjectId} and e.id = ${eventId}`.execute(db);
  return rows[0]?.text;
}

/**
 * Inserts an entry into the history of an alert or a case.
 * @returns false if an entry with this id exists
 */
export async function insertEvent(
  tx: Transaction,
  event: {
    subjectId: string;
    id?: string;
    kind: FraudCaseEvent['kind'];
    administratorId: string;
    assignedTo?: string | undefined;
    outcome?: FraudOutcome | undefined;
    text?: string;
  },
  { table, subject }: History = ALERT_HISTORY,
): Promise<boolean> {
  const { subjectId, id = newId(), kind, administratorId, assignedTo, outcome, text = '' } = event;
  const { rows } = await sql`
    insert into ${sql.table(table)} (${sql.ref(subject)}, id, kind, administrator_id, assigned_to, outcome, text)
    values (${subjectId}, ${id}, ${kind}, ${administratorId}, ${assignedTo ?? null}, ${outcome ?? null}, ${text})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}
