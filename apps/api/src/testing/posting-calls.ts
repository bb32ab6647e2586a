import { createHash, randomUUID } from 'node:crypto';
import {
  addressOf,
  adminUserWallet,
  approveRequest,
  readPostingRequest,
  requestPosting,
  uploadDocument as upload,
  type Posting,
  type StoredDocument,
  type PostingRequest,
} from '@zawadi/contract';
import { account } from '../features/services/postings/index.ts';
import { readBalances } from '../ledger/index.ts';
import type { Reply } from './call-api.ts';
import type { Administrator } from './settlement-calls.ts';
import type { TestSystem } from './test-system.ts';

/** A small document that begins as a PDF does. */
export function somePdf(): Buffer {
  return Buffer.from(`%PDF-1.7\n${randomUUID()}\n`);
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Uploads a document; returns the answer or refusal. */
export async function uploadDocument(
  { http }: Pick<TestSystem, 'http'>,
  by: Administrator,
  {
    documentId = randomUUID(),
    content = somePdf(),
    mediaType = 'application/pdf',
  }: { documentId?: string; content?: Buffer; mediaType?: string } = {},
): Promise<{ code: string; document: StoredDocument }> {
  const answer = await http.inject({
    method: 'PUT',
    url: addressOf(upload, { params: { documentId }, query: { fileName: 'advice.pdf' } }),
    headers: { authorization: `Bearer ${by.bearer}`, 'content-type': mediaType },
    payload: content,
  });
  const json = answer.json();
  return { code: answer.statusCode === 200 ? 'ok' : json.code, document: json.body };
}

/** Requests a posting with a new document. */
export async function askToPost(
  system: TestSystem,
  by: Administrator,
  posting: Posting,
  more: { reference?: string; postingId?: string; documentId?: string; payee?: string } = {},
): Promise<Reply<typeof requestPosting>> {
  const documentId = more.documentId ?? (await uploadDocument(system, by)).document.documentId;
  const body = {
    postingId: randomUUID(),
    payee: 'KCB Bank',
    reason: 'Bank advice of 30 November',
    ...more,
    posting,
    documentId,
  };
  return system.call(requestPosting, { body }, by);
}

/** Returns the id of the newest entry that added to a wallet. */
export async function lastCredit(system: TestSystem, by: Administrator, userId: string): Promise<string> {
  const { answer } = await system.call(adminUserWallet, { params: { userId }, query: {} }, by);
  const entry = answer.entries.find(({ amount }) => amount > 0);
  if (!entry) throw new Error('the wallet has no credit');
  return entry.entryId;
}

const OWN = ['bankPayout', 'payout', 'capital', 'losses', 'providerCharges', 'expired', 'suspense'] as const;
type Books = Partial<Record<(typeof OWN)[number], number>>;

/** Reads the balances of the operator's accounts, in cents. */
export async function readBooks({ deps }: Pick<TestSystem, 'deps'>): Promise<Required<Books>> {
  const balances = await readBalances(
    deps.db,
    OWN.map((name) => ({ account: account[name] })),
  );
  return Object.fromEntries(
    OWN.map((name) => [name, Number(balances.get(account[name]))]),
  ) as Required<Books>;
}

/** Returns the changes of the operator's accounts by an action, in cents. */
export async function changesBy(
  system: Pick<TestSystem, 'deps'>,
  act: () => Promise<unknown>,
): Promise<Books> {
  const before = await readBooks(system);
  await act();
  const after = await readBooks(system);
  return Object.fromEntries(
    OWN.filter((name) => before[name] !== after[name]).map((name) => [name, after[name] - before[name]]),
  );
}

/** Requests and approves a posting; returns it as it is then. */
export async function postNow(
  system: TestSystem,
  { maker, checker }: { maker: Administrator; checker: Administrator },
  posting: Posting,
  more: Parameters<typeof askToPost>[3] = {},
): Promise<PostingRequest> {
  const { outcome, answer } = await askToPost(system, maker, posting, more);
  if (outcome !== 'ok') throw new Error(outcome);
  const { postingId, approvalId } = answer.posting;
  const approved = await system.call(approveRequest, { body: { approvalId } }, checker);
  if (approved.outcome !== 'ok') throw new Error(approved.outcome);
  return (await system.call(readPostingRequest, { params: { postingId } }, maker)).answer;
}
