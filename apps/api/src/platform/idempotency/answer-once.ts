import type { RefusalCode } from '@zawadi/contract';
import type { FastifyReply } from 'fastify';
import { crashPoint } from '../crash-points.ts';
import { decrypt, encrypt, type Keys } from '../crypto/keys.ts';
import type { Db, Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { isLockTimeout } from '../db/locks.ts';
import { createKeyedSemaphores } from '../semaphore.ts';
import { Refusal } from '../refusal.ts';
import { fingerprintOf, scopeOf } from './scope.ts';
import { findAnswer, insertAnswer, lockScope, withSavepoint } from './store.ts';

const LONGEST_WAIT_MS = 2_000;

// Requests of one caller wait in the database for each other and for batches. With this limit they use only a few
// connections, and other requests get the rest.
const gateOf = createKeyedSemaphores({ atOnce: 4, waitingAtMost: 1_000, retryAfterSeconds: 1 });

export type KeyedRequest = {
  /** Owner of the keys. The same key of two callers counts as two keys. */
  callerId: string;
  idempotencyKey: string | undefined;
  /** Method and path of the endpoint, such as `POST /api/v1/…`. */
  call: string;
  /** The validated body. The same key with another body is refused. */
  body: object;
};

type Stored<Answer> =
  | { answer: Answer }
  | { refusal: RefusalCode; allowed?: number; balance?: number; usedAt?: string };
export type Outcome<Answer> = ({ answer: Answer } | { refusal: Refusal }) & { isReplay: boolean };

/**
 * Gives every idempotency key of a caller one effect and one answer, written in one transaction. Keys never expire. A
 * retry waits for the running first request and gets its answer. A conflict (409) is stored like any other answer.
 * Refusals for a missing object, invalid input or a temporary problem are not stored.
 * @param work makes the effect; an error rolls it back
 * @throws Refusal `idempotency_key_missing`, `idempotency_key_reused`, `idempotency_key_in_use` after two seconds,
 *   `overloaded`, and refusals by `work` that are not stored
 */
export async function answerOnce<Answer extends object>(
  deps: { db: Db; keys: Keys },
  request: KeyedRequest,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Outcome<Answer>> {
  const { callerId, idempotencyKey, call, body } = request;
  if (idempotencyKey === undefined) throw new Refusal('idempotency_key_missing');
  const scope = scopeOf(call, idempotencyKey);
  const fingerprint = fingerprintOf(body);
  const once = async (tx: Transaction): Promise<Outcome<Answer>> => {
    await waitForTurn(tx, callerId, scope);
    const earlier = await findAnswer(tx, callerId, scope);
    if (earlier) {
      if (!earlier.fingerprint.equals(fingerprint)) throw new Refusal('idempotency_key_reused');
      return outcomeOf(open<Answer>(deps.keys, earlier.answer), true);
    }
    const stored = await attempt(tx, work);
    const status = 'refusal' in stored ? new Refusal(stored.refusal).status : 200;
    await insertAnswer(tx, { callerId, scope, fingerprint, status, answer: seal(deps.keys, stored) });
    return outcomeOf(stored, false);
  };
  const outcome = await gateOf(callerId)(() => inTransaction(deps.db, once));
  crashPoint('call-committed', call.slice(call.lastIndexOf('/') + 1));
  return outcome;
}

/** Returns the answer. Marks the reply if it replays an earlier answer, even a refusal. */
export function replyWith<Answer>(reply: FastifyReply, outcome: Outcome<Answer>): Answer {
  if (outcome.isReplay) reply.header('idempotent-replayed', 'true');
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.answer;
}

async function waitForTurn(tx: Transaction, callerId: string, scope: Buffer): Promise<void> {
  try {
    await lockScope(tx, { callerId, scope, longestWaitMs: LONGEST_WAIT_MS });
  } catch (error) {
    if (isLockTimeout(error)) throw new Refusal('idempotency_key_in_use');
    throw error;
  }
}

async function attempt<Answer>(
  tx: Transaction,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Stored<Answer>> {
  try {
    return { answer: await withSavepoint(tx, work) };
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) {
      const { allowed, balance, usedAt } = error.details;
      return {
        refusal: error.code,
        ...(allowed !== undefined && { allowed }),
        ...(balance !== undefined && { balance }),
        ...(usedAt !== undefined && { usedAt }),
      };
    }
    throw error;
  }
}

function outcomeOf<Answer>(stored: Stored<Answer>, isReplay: boolean): Outcome<Answer> {
  if ('answer' in stored) return { answer: stored.answer, isReplay };
  const { refusal, ...details } = stored;
  return { refusal: new Refusal(refusal, details), isReplay };
}

// Seals the answer, because it may contain a secret. The database never stores secrets in clear text.
function seal(keys: Keys, stored: Stored<object>): string {
  return encrypt(keys, JSON.stringify(stored)).toString('base64');
}

// `seal` wrote this value for the same endpoint, so it has the type of its answer.
function open<Answer>(keys: Keys, sealed: string): Stored<Answer> {
  return JSON.parse(decrypt(keys, Buffer.from(sealed, 'base64'))) as Stored<Answer>;
}
