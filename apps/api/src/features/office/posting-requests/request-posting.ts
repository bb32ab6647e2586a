import {
  type ActionOutcome,
  type HandlerAnswer,
  type HandlerInput,
  type requestPosting as endpoint,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { formatCents } from '../../../platform/format-cents.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordIfDecidedAlone, requestApproval } from '../../services/approvals/index.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { useDocuments } from '../documents/index.ts';
import { lockPostingId } from './ledger-facts-store.ts';
import { planPosting } from './plan-posting.ts';
import { plannedOf, requireNewReceipt } from './posting-action.ts';
import { readPosting } from './read-postings.ts';
import { TEMPLATE_WORDS } from './template-words.ts';
import { findRow, insertPosting, type PostingRecord, type PostingRow } from './store.ts';

type Request = HandlerInput<typeof endpoint>['body'] & { auditor: Auditor };

/**
 * Requests a posting by template. A second administrator always has to approve it, whatever the amount. A second
 * request with the same id returns the same posting.
 * @throws Refusal as the contract lists them
 */
export async function requestPosting(
  deps: Pick<Deps, 'db' | 'config'>,
  request: Request,
): Promise<HandlerAnswer<typeof endpoint>> {
  const approvalId = newId();
  const wanted: PostingRecord = {
    ...plannedOf(request.posting, { id: request.postingId, reference: request.reference || null }),
    payee: request.payee,
    reason: request.reason,
    documentId: request.documentId,
    requestedBy: request.auditor.administratorId,
    approvalId,
  };
  await inTransaction(deps.db, async (tx) => {
    await lockPostingId(tx, wanted.id);
    const known = await findRow(tx, wanted.id);
    if (known) return refuseOther(known, wanted);
    return store(tx, deps, wanted, request.auditor);
  });
  const posting = await readPosting(deps.db, wanted.id);
  return { action: outcomeOf(posting), posting };
}

async function store(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  wanted: PostingRecord,
  auditor: Auditor,
): Promise<void> {
  const { id, template, amountCents, payee, reason, documentId, approvalId } = wanted;
  const { administratorId } = auditor;
  await requireNewReceipt(tx, wanted);
  if (!(await useDocuments(tx, { documentIds: [documentId], administratorId })))
    throw new Refusal('document_missing');
  const { preview } = await planPosting(tx, wanted);
  const asked = { id: approvalId, administratorId, kind: 'posting', amountCents, needsTwo: true } as const;
  const rule = await recordIfDecidedAlone(tx, deps, asked);
  await requestApproval(tx, {
    id: approvalId,
    kind: 'posting',
    subjectKind: 'posting',
    subjectId: id,
    summary: `${TEMPLATE_WORDS[template]} of ${formatCents(amountCents)}: ${payee}`,
    amountCents,
    way: preview.way,
    reason,
    rule,
    input: { postingId: id },
    auditor,
  });
  await insertPosting(tx, wanted);
}

function refuseOther(known: PostingRow, wanted: PostingRecord): void {
  const same = [
    'template',
    'amountCents',
    'userId',
    'merchantId',
    'creditId',
    'payee',
    'reference',
    'reason',
    'documentId',
  ] as const satisfies readonly (keyof PostingRecord)[];
  if (same.some((name) => known[name] !== wanted[name])) throw new Refusal('posting_mismatch');
}

function outcomeOf({ status, approvalId }: { status: string; approvalId: string }): ActionOutcome {
  return status === 'Waiting' ? { outcome: 'waiting', approvalId } : { outcome: 'done' };
}
