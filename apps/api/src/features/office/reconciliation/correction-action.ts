import { correction, shillingsOf, type Correction } from '@zawadi/contract';
import { z } from 'zod';
import { postOrThrow, readBalance, type TransferGroup } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ApprovalAction, AdminAction, Preview, Question } from '../../services/approvals/index.ts';
import { recordAudit } from '../../services/audit/index.ts';
import { takeName } from '../../services/unique-names/index.ts';
import { lockFreeSuspense, raiseReview } from '../../services/reviews/index.ts';
import { readCharges } from './expected-charges.ts';
import { findOurs } from './find-ours.ts';
import { sizeOf } from '../../../platform/format-cents.ts';
import { closeItem, lockItem, recordShownTransfers, type LockedItem } from './item-store.ts';
import { findReceiptOwners, ledgerAccountOf } from './ours-store.ts';
import { postingFor } from './posting-for.ts';
import { compareItem, recheckReceipt } from './recheck.ts';
import { findRun } from './run-store.ts';

const schema = z.object({
  itemIds: z.array(z.uuid()).min(1),
  correction,
});
type Input = z.infer<typeof schema>;

/**
 * The action that approvals execute: corrects the ledger's balance of our M-PESA account to the statement. Posts new
 * transfers and never changes posted ones.
 */
export const correctionAction: ApprovalAction<Input> = {
  kind: 'correction',
  schema,
  preview,
  execute,
  needsTwo,
};

/** A correction as a loss could hide a theft, so it always needs two administrators. */
async function needsTwo(_tx: Transaction, input: { correction: Correction }): Promise<boolean | undefined> {
  return input.correction === 'loss' ? true : undefined;
}

const asked = z.object({
  itemId: z.uuid().optional(),
  chargesOfRunId: z.uuid().optional(),
  isExpectedOnly: z.boolean().default(false),
  correction,
});

/** Preview for the dialog, about one line of a statement or all charges of a statement. */
export const correctionQuestion: Question<z.infer<typeof asked>> = {
  schema: asked,
  preview: async (tx, { itemId, chargesOfRunId: runId, isExpectedOnly }) => {
    const run = runId === undefined ? undefined : await findRun(tx, runId);
    const charges = run ? await readCharges(tx, { runId: run.id, account: run.account, isExpectedOnly }) : [];
    const itemIds = itemId === undefined ? charges.map(({ id }) => id) : [itemId];
    return preview(tx, { itemIds });
  },
  needsTwo,
};

async function preview(tx: Transaction, { itemIds }: Pick<Input, 'itemIds'>): Promise<Preview> {
  const changes: bigint[] = [];
  for (const itemId of itemIds.toSorted()) {
    const item = await lockItem(tx, itemId);
    if (!item) throw new Refusal('not_found');
    const { oursCents } = await currentLedgerSide(tx, item);
    if (item.isOpen && item.theirsCents !== oursCents) changes.push(item.theirsCents - oursCents);
  }
  if (changes.length === 0) throw new Refusal('reconciliation_closed');
  const changeCents = changes.reduce((total, change) => total + change, 0n);
  const ours = await lockItem(tx, itemIds[0] ?? '');
  const balances = ours ? await balancesAfter(tx, ours.account, changeCents) : [];
  const items = changes.length === 1 ? 'one line' : `${changes.length} lines`;
  return {
    amountCents: sizeOf(changeCents),
    way: `${changeCents < 0n ? 'less' : 'more'} in our books, for ${items} of the statement`,
    balances,
  };
}

async function balancesAfter(tx: Transaction, name: LockedItem['account'], changeCents: bigint) {
  const beforeCents = await readBalance(tx, { account: ledgerAccountOf(name) });
  return [{ of: `Ours at M-PESA, ${name}`, beforeCents, afterCents: beforeCents + changeCents }];
}

type Outcome =
  | { outcome: 'booked'; item: LockedItem; changeCents: bigint }
  | { outcome: 'repeated' | 'closed' };

async function execute(tx: Transaction, action: AdminAction<Input>): Promise<undefined> {
  const { itemIds, correction: chosen } = action.input;
  const outcomes: Outcome[] = [];
  for (const itemId of itemIds.toSorted()) outcomes.push(await book(tx, action, itemId));
  const booked = outcomes.filter((one) => one.outcome === 'booked');
  const [first] = booked;
  if (!first && outcomes.some(({ outcome }) => outcome === 'repeated')) return;
  if (!first) throw new Refusal('reconciliation_closed');
  const changeCents = booked.reduce((total, one) => total + one.changeCents, 0n);
  const isOne = itemIds.length === 1;
  const { receipt, id, runId } = first.item;
  await recordAudit(tx, action.auditor, {
    action: 'reconciliation.booked',
    subjectKind: isOne ? 'reconciliation-item' : 'reconciliation-run',
    subjectId: isOne ? id : runId,
    reason: action.reason,
    after: { correction: chosen, items: booked.length, receipt, changeCents: Number(changeCents) },
  });
}

async function book(
  tx: Transaction,
  { id: actionId, input, reason, auditor }: AdminAction<Input>,
  itemId: string,
): Promise<Outcome> {
  const item = await lockItem(tx, itemId);
  if (!item) throw new Refusal('not_found');
  // A repeated request by the same administrator gets the same answer.
  const isRepeated = item.correction === input.correction && item.closedBy === auditor.administratorId;
  if (isRepeated) return { outcome: 'repeated' };
  const { transfers, oursCents } = await currentLedgerSide(tx, item);
  const changeCents = item.theirsCents - oursCents;
  if (!item.isOpen || changeCents === 0n) return { outcome: 'closed' };
  const [owner] = transfers.length === 0 ? await findReceiptOwners(tx, [item.receipt]) : [];
  const group = postingFor(input.correction, { item, changeCents, actionId, owner });
  if (input.correction === 'suspense') await keepSuspenseForReviews(tx, -changeCents);
  await postOrThrow(tx, [group]);
  if (input.correction === 'suspense' && changeCents > 0n) await openReviewForOwner(tx, item, changeCents);
  await recordShownTransfers(tx, item.account, { shown: shownBy(item, group), isThere: true });
  const closed = { as: 'booked', by: auditor.administratorId, reason, correction: input.correction } as const;
  await closeItem(tx, itemId, closed);
  await recheckReceipt(tx, item.receipt);
  return { outcome: 'booked', item, changeCents };
}

/**
 * Checks that suspense still covers the money of open reviews after this amount is taken. Approved corrections are
 * checked too.
 * @param takenCents zero or less takes nothing
 * @throws Refusal suspense_too_low
 */
export async function keepSuspenseForReviews(tx: Transaction, takenCents: bigint): Promise<void> {
  if (takenCents > 0n && (await lockFreeSuspense(tx)) < takenCents) throw new Refusal('suspense_too_low');
}

/**
 * If M-PESA's statement does not show the item, there is no line to compare again, so our side is taken from the item.
 */
async function currentLedgerSide(tx: Transaction, item: LockedItem) {
  if (item.state === 'missing_there' || item.state === 'no_longer_there')
    return { transfers: [item], oursCents: item.oursCents };
  return compareItem(item, await findOurs(tx, item.account, [item]));
}

function shownBy({ id: itemId }: LockedItem, { transfers }: TransferGroup) {
  return transfers.map(({ id: transferId, homeId }) => ({ transferId, homeId, itemId }));
}

/**
 * Opens a review for the owner of the money. Also takes the receipt, so that a late callback does not post the money a
 * second time.
 */
async function openReviewForOwner(tx: Transaction, item: LockedItem, changeCents: bigint): Promise<void> {
  await takeName(tx, 'receipt', item.receipt, { homeId: item.id, targetId: item.id });
  const { accountNumber: billReference, receipt } = item;
  const details = { billReference, received: shillingsOf(changeCents), receipt };
  await raiseReview(tx, { kind: 'money_without_purchase', subjectId: item.id, details });
}
