import type { Transaction } from '../../../platform/db/database.ts';
import type { Actors } from '../../../http/actor.ts';
import { appendEntry, appendEntryOfCommand } from './store.ts';

/** The administrator who acts, with IP address and request id. */
export type Auditor = { administratorId: string; address: string; requestId: string };

/** Values that JSON can represent. */
type Fields = { readonly [name: string]: string | number | boolean | null | readonly string[] | Fields };

type AuditRecord = {
  /** Subject and action, such as `merchant.suspended`. */
  action: `${string}.${string}`;
  subjectKind: string;
  subjectId: string;
  reason?: string | undefined;
  /** The changed fields, before and after. Never a secret. */
  before?: Fields;
  after?: Fields;
};

/** Builds the auditor from the context of an administrator's API call. */
export function auditorOf(context: { actor: Actors['admin']; address: string; requestId: string }): Auditor {
  const { actor, address, requestId } = context;
  return { administratorId: actor.administratorId, address, requestId };
}

/**
 * Records an administrator's action, in the action's transaction. Call this function last: it locks the audit log until
 * the transaction ends.
 */
export async function recordAudit(tx: Transaction, auditor: Auditor, record: AuditRecord): Promise<void> {
  await appendEntry(tx, { actorId: auditor.administratorId, ...auditor, ...record });
}

/** Records what a command on the server did, in its transaction. Only the owner of the tables may. */
export async function recordCommand(
  tx: Transaction,
  record: Omit<AuditRecord, 'reason' | 'before'>,
): Promise<void> {
  await appendEntryOfCommand(tx, record);
}
