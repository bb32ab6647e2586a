import type { BehaviourControl } from './behaviour/behaviour.ts';
import type { Callbacks } from './mpesa/callbacks.ts';
import type { Accounts } from './store/accounts.ts';
import type { Database } from './store/database.ts';
import type { Events } from './store/events.ts';
import type { Inboxes } from './store/inboxes.ts';
import type { Tasks } from './tasks.ts';

/** Dependencies of the sandbox's requests and tasks. */
export type World = {
  database: Database;
  accounts: Accounts;
  inboxes: Inboxes;
  events: Events;
  tasks: Tasks;
  callbacks: Callbacks;
  behaviour: BehaviourControl;
  clock: () => Date;
  /** Aborted when the sandbox closes. */
  stopping: AbortSignal;
  /** Minimum time between M-PESA's acknowledgement and the execution. */
  processingMs: number;
};

/** Longest delay of a reply by `callback.beforeReply`; shorter than any sensible client timeout. */
export const beforeReplyTimeoutMs = 5_000;
