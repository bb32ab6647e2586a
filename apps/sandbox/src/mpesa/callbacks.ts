import { EventEmitter, once } from 'node:events';
import type { BehaviourControl } from '../behaviour/behaviour.ts';
import type { Database } from '../store/database.ts';
import type { Events } from '../store/events.ts';
import type { Tasks } from '../tasks.ts';

export type Callbacks = ReturnType<typeof createCallbacks>;

type CallbackRow = {
  id: number;
  subject: string;
  url: string;
  body: string;
  copies: number;
  contentType: string;
};

type Delivery = { copies: number; delayMs: number; drop: boolean };

const byId = `
  SELECT c.*, coalesce(f.content_type, 'application/json') AS contentType
  FROM callbacks c LEFT JOIN callback_forms f ON f.callback_id = c.id WHERE c.id = ?`;

/** `stopped` while the sandbox is closing: the receiver has decided nothing. */
export type ReceiverAnswer =
  | { kind: 'answered'; status: number; text: string; headers: Headers }
  | { kind: 'unreachable'; problem: string }
  | { kind: 'stopped' };

const answerTimeoutMs = 10_000;

/**
 * Sends callbacks. Daraja does not retry a failed callback (v3/AccountBalance FAQ 6). Copies, delays and losses follow
 * the behaviour at the time the callback is created.
 */
export function createCallbacks(deps: {
  database: Database;
  behaviour: BehaviourControl;
  events: Events;
  tasks: Tasks;
  clock: () => Date;
  signal: AbortSignal;
  flushCaller?: (() => Promise<void>) | undefined;
}) {
  const { database, behaviour, events, tasks } = deps;
  const delivered = new EventEmitter().setMaxListeners(0);
  tasks.handle('deliver-callback', (id) => deliver(Number(id)));

  /** @returns the callback's id, for the event that triggered it */
  function schedule(callback: {
    subject: string;
    url: string;
    /** Converted to JSON, unless it has another type. */
    body: unknown;
    contentType?: string;
    leastDelayMs?: number;
    /** By default as the behaviour says for M-PESA's callbacks. */
    delivery?: Delivery;
  }): number {
    const { contentType, delivery = behaviour.inForce().callback } = callback;
    const { copies, delayMs, drop } = delivery;
    const insert = 'INSERT INTO callbacks (subject, url, body, copies, at) VALUES (?, ?, ?, ?, ?)';
    const body = contentType === undefined ? JSON.stringify(callback.body) : String(callback.body);
    const at = deps.clock().getTime();
    return database.transaction(() => {
      const id = Number(
        database.run(insert, callback.subject, callback.url, body, copies, at).lastInsertRowid,
      );
      if (contentType !== undefined)
        database.run('INSERT INTO callback_forms (callback_id, content_type) VALUES (?, ?)', id, contentType);
      if (drop) events.record('Callback dropped', callback.url, id);
      else tasks.schedule('deliver-callback', String(id), Math.max(delayMs, callback.leastDelayMs ?? 0));
      return id;
    });
  }

  async function deliver(id: number): Promise<void> {
    const callback = database.one<CallbackRow>(byId, id);
    if (callback === undefined) return;
    await Promise.all(Array.from({ length: callback.copies }, () => send(callback)));
    await deps.flushCaller?.();
    delivered.emit(callback.subject);
  }

  async function send(callback: CallbackRow): Promise<void> {
    const startedAtMs = performance.now();
    const headers = { 'content-type': callback.contentType };
    const answer = await post(callback.url, callback.body, answerTimeoutMs, deps.signal, headers);
    const tookMs = Math.round(performance.now() - startedAtMs);
    if (answer.kind === 'answered')
      events.record('Callback sent', `Answered ${answer.status} in ${tookMs} ms`, callback.id);
    if (answer.kind === 'unreachable') events.record('Callback failed', answer.problem, callback.id);
  }

  return {
    schedule,
    /** Requests the receiver's decision on a payment: once, immediately, and regardless of the callback behaviour. */
    ask: (url: string, body: unknown, timeoutMs: number) =>
      post(url, JSON.stringify(body), timeoutMs, deps.signal, { 'content-type': 'application/json' }),
    /** Posts a form once and immediately, and returns its answer. */
    askForm: (url: string, form: URLSearchParams, timeoutMs: number, headers: Record<string, string>) =>
      post(url, form.toString(), timeoutMs, deps.signal, {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        ...headers,
      }),
    /** @returns false if no callback has this id */
    sendAgain: async (id: number): Promise<boolean> => {
      const callback = database.one<CallbackRow>(byId, id);
      if (callback !== undefined) await send(callback);
      return callback !== undefined;
    },
    /** Resolves when a callback about the subject has been delivered, or at the time-out. */
    waitForDelivery: async (subject: string, timeoutMs: number): Promise<void> => {
      const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(timeoutMs)]);
      await once(delivered, subject, { signal }).catch(() => undefined);
    },
  };
}

async function post(
  url: string,
  body: string,
  timeoutMs: number,
  stopping: AbortSignal,
  headers: Record<string, string>,
): Promise<ReceiverAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
    });
    // Unlike `response.text()`, this keeps a byte order mark, which the USSD gateway refuses.
    const text = Buffer.from(await response.arrayBuffer()).toString();
    if (stopping.aborted) return { kind: 'stopped' };
    return { kind: 'answered', status: response.status, text, headers: response.headers };
  } catch (error) {
    if (stopping.aborted) return { kind: 'stopped' };
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { kind: 'unreachable', problem: cause instanceof Error ? cause.message : String(cause) };
  }
}
