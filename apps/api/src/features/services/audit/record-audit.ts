import type { Transaction } from '../../../platform/db/database.ts';
import type { Actors } from '../../../http/actor.ts';
import { appendEntry } from './store.ts';

/** Who does something, and from where. */
export type Auditor = { administratorId: string; address: string; requestId: string };

/** What JSON can hold. */
type Fields = { readonly [name: string]: string | number | boolean | null | readonly string[] | Fields };

type AuditRecord = {
  /** Subject and action, such as `merchant.suspended`. */
  action: `${string}.${string}`;
  subjectKind: string;
  subjectId: string;
  reason?: string | undefined;
  /** What changed, as it was and as it is. Never a secret. */
  before?: Fields;
  after?: Fields;
};

/** Who is asking, from the context of a call of an administrator. */
export function auditorOf(context: { actor: Actors['admin']; address: string; requestId: string }): Auditor {
  const { actor, address, requestId } = context;
  return { administratorId: actor.administratorId, address, requestId };
}

/**
 * Records an administrator's action, in the transaction of that action. To be called last: entries wait for
 * each other until the transaction ends.
 */
export async function recordAudit(tx: Transaction, auditor: Auditor, record: AuditRecord): Promise<void> {
  await appendEntry(tx, { actorId: auditor.administratorId, ...auditor, ...record });
}
