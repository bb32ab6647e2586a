import type { BehaviourControl } from './behaviour/behaviour.ts';
import type { Callbacks } from './mpesa/callbacks.ts';
import type { Accounts } from './store/accounts.ts';
import type { Database } from './store/database.ts';
import type { Events } from './store/events.ts';
import type { Inboxes } from './store/inboxes.ts';
import type { Tasks } from './tasks.ts';

/** Everything that a request or a task of the sandbox may need. */
export type World = {
  database: Database;
  accounts: Accounts;
  inboxes: Inboxes;
  events: Events;
  tasks: Tasks;
  callbacks: Callbacks;
  behaviour: BehaviourControl;
  clock: () => Date;
  /** M-PESA answers first and works after: the least time between the two. */
  processingMs: number;
};

/** How long a reply is held back for `callback.beforeReply`; shorter than any sensible client waits. */
export const beforeReplyTimeoutMs = 5_000;
