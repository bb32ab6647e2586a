import { centsOf, type QueryOutcome } from '@zawadi/contract';
import { isShortCode, parseResult, readTransactionStatus, type TransactionStatusFacts } from '@zawadi/mpesa';
import { isReferencePosted } from '../../../ledger/index.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { maskContacts } from '../../../platform/mask-contacts.ts';
import {
  applyPayBillPayment,
  findReferencesOfPrompts,
  findReportOf,
  payerMsisdnOf,
} from '../purchases/index.ts';
import { account } from '../../services/postings/index.ts';
import { findName } from '../../services/unique-names/index.ts';
import {
  canPull,
  hasSeparateShortCodes,
  newCallbackToken,
  openCallback,
  type PaymentDeps,
} from '../../mpesa/client/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { endQuery, findQuery, runQuery, type Requester } from '../../mpesa/payment-queries/index.ts';
import { findLiveSince, listMessagesTo } from './store.ts';

/**
 * Asks M-PESA about a receipt, for each of our short codes. M-PESA answers by callback, which `applyReceiptStatus`
 * applies.
 */
export async function queryReceipt(
  deps: OrderDeps,
  { receipt, by }: { receipt: string; by: Requester },
): Promise<QueryOutcome> {
  const collection = await queryAs(deps, 'collection', { receipt, by });
  if (!hasSeparateShortCodes(deps)) return collection;
  const payout = await queryAs(deps, 'payout', { receipt, by });
  return collection === 'accepted' ? collection : payout;
}

async function queryAs(
  deps: OrderDeps,
  side: 'collection' | 'payout',
  { receipt, by }: { receipt: string; by: Requester },
): Promise<QueryOutcome> {
  const [id, callbackToken] = [newId(), newCallbackToken()];
  await inTransaction(deps.db, (tx) =>
    openCallback(tx, callbackToken, { purpose: 'receipt_status', homeId: id, targetId: id }),
  );
  const { outcome } = await runQuery(deps, { id, about: { receipt }, call: 'status', by }, () =>
    deps.mpesa.transactionStatus({ side, receipt, callbackToken }),
  );
  return outcome;
}

/**
 * Applies M-PESA's answer about a receipt. Money for us that is not booked goes the way of a payment at the pay bill:
 * M-PESA's list of received payments names its bill reference. Without that list, the prompt that it fits does; money
 * that fits none goes to suspense.
 * @returns the outcome, or the moment of which M-PESA's list must be read
 */
export async function applyReceiptStatus(
  tx: Transaction,
  deps: OrderDeps,
  message: { id: string; targetId: string; body: unknown },
): Promise<string | { paidAt: Date }> {
  const query = await findQuery(tx, message.targetId);
  await endQuery(tx, message.targetId);
  const receipt = query?.receipt;
  const { facts, meaning } = readReceiptStatus(deps, receipt, message.body);
  if (!receipt || meaning !== 'received' || facts?.amountShillings === undefined) return meaning;
  if (await findName(tx, 'receipt', receipt)) return 'known';
  // Moves of the operator's own money carry a receipt that names no payment.
  const accounts = [account.collection, account.payout];
  if (await isReferencePosted(tx, { reference: receipt, accounts })) return 'known';
  const { amountShillings, completedAt, debitParty: payer } = facts;
  const liveSince = await findLiveSince(tx);
  if (!liveSince || (completedAt && completedAt < liveSince)) return 'before_start';
  if (canPull(deps) && completedAt) return { paidAt: completedAt };
  const report = await findReportOf(tx, receipt);
  const references = report ? [report.isDisputed ? '' : report.billReference] : await referencesOf(tx, facts);
  if (references.length > 1) return 'several_prompts';
  return applyPayBillPayment(tx, deps, {
    messageId: report?.messageId ?? message.id,
    receipt,
    billReference: references[0] ?? '',
    amountShillings,
    payer,
  });
}

async function referencesOf(db: Db, facts: TransactionStatusFacts): Promise<string[]> {
  const { amountShillings, completedAt, debitParty } = facts;
  const msisdn = payerMsisdnOf(debitParty);
  if (amountShillings === undefined || !completedAt || msisdn === undefined) return [];
  return findReferencesOfPrompts(db, { msisdn, amountCents: centsOf(amountShillings), completedAt });
}

type Meaning = 'received' | 'paid' | 'not_completed' | 'not_found' | 'unclear';

/** M-PESA does not know the transaction that a status query named (v3/TransactionStatus). */
const NOT_FOUND = 'R000002';

type OurShortCodes = Pick<PaymentDeps, 'mpesaShortCode' | 'mpesaPayoutShortCode'>;

function readReceiptStatus(
  { mpesaShortCode, mpesaPayoutShortCode }: OurShortCodes,
  receipt: string | null | undefined,
  body: unknown,
): { facts?: TransactionStatusFacts | undefined; meaning: Meaning } {
  const result = parseResult(body);
  if (result?.resultCode === NOT_FOUND) return { meaning: 'not_found' };
  const facts = result && readTransactionStatus(result);
  if (!facts || (facts.receipt !== undefined && facts.receipt !== receipt)) return { meaning: 'unclear' };
  if (facts.state !== 'succeeded') return { facts, meaning: 'not_completed' };
  const isPaidByUs = [mpesaShortCode, mpesaPayoutShortCode].some((code) =>
    isShortCode(facts.debitParty, code),
  );
  if (isPaidByUs) return { facts, meaning: 'paid' };
  return { facts, meaning: isShortCode(facts.creditParty, mpesaShortCode) ? 'received' : 'unclear' };
}

type ReceiptAnswer = {
  at: Date;
  meaning: Meaning;
  status?: string;
  amount?: number;
  from?: string;
  to?: string;
  completedAt?: Date;
};

/** Lists M-PESA's answers to queries about a receipt, oldest first, with masked phone numbers. */
export async function listReceiptAnswers(
  deps: Pick<OrderDeps, 'db'> & OurShortCodes,
  { receipt, queryIds }: { receipt: string; queryIds: readonly string[] },
): Promise<ReceiptAnswer[]> {
  const messages = await listMessagesTo(deps.db, queryIds);
  return messages.map(({ at, body }) => {
    const { facts, meaning } = readReceiptStatus(deps, receipt, body);
    const masked = (party: string | undefined) => (party === undefined ? undefined : maskContacts(party));
    return {
      at,
      meaning,
      status: facts?.status,
      amount: facts?.amountShillings,
      from: masked(facts?.debitParty),
      to: masked(facts?.creditParty),
      completedAt: facts?.completedAt,
    };
  });
}
