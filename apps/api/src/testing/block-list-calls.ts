import { addBlock, listBlocks, removeBlock, type BlockEntry, type BlockKind } from '@zawadi/contract';
import { approve } from './refund-calls.ts';
import type { Administrator } from './settlement-calls.ts';
import type { TestSystem } from './test-system.ts';

type Calls = Pick<TestSystem, 'call'>;
/** Two administrators, the requester first. */
export type Pair = readonly [Administrator, Administrator];

const reason = 'Fraud case 12';

export function requestBlock(
  { call }: Calls,
  by: Administrator,
  entry: { kind: BlockKind; value: string; lastDay?: string },
) {
  return call(addBlock, { body: { ...entry, reason } }, by);
}

/** Adds an entry with two administrators. */
export async function block(
  system: Calls,
  [requester, approver]: Pair,
  entry: { kind: BlockKind; value: string; lastDay?: string },
): Promise<BlockEntry> {
  const { answer, outcome } = await requestBlock(system, requester, entry);
  if (outcome !== 'ok' || answer.action.outcome !== 'waiting') throw new Error(`not requested: ${outcome}`);
  const approved = await approve(system, approver, answer.action.approvalId);
  if (approved.outcome !== 'ok') throw new Error(`not approved: ${approved.outcome}`);
  const [added] = await blocksOf(system, requester, entry.value);
  if (!added) throw new Error(`${entry.value} is not on the list`);
  return added;
}

/** Removes an entry with two administrators. */
export async function unblock(
  system: Calls,
  [requester, approver]: Pair,
  { entryId }: BlockEntry,
): Promise<void> {
  const { answer } = await system.call(removeBlock, { params: { entryId }, body: { reason } }, requester);
  if (answer.action.outcome !== 'waiting') throw new Error('not requested');
  const { outcome } = await approve(system, approver, answer.action.approvalId);
  if (outcome !== 'ok') throw new Error(`not approved: ${outcome}`);
}

/** Lists the entries that a search finds, the newest first. */
export async function blocksOf({ call }: Calls, by: Administrator, search: string): Promise<BlockEntry[]> {
  return (await call(listBlocks, { query: { search } }, by)).answer.entries;
}
