import type { Database } from './store/database.ts';

export type TaskKind =
  | 'answer-prompt'
  | 'expire-prompt'
  | 'run-command'
  | 'deliver-callback'
  | 'validate-pay-bill-payment'
  | 'cut-ussd-session';
export type TaskHandler = (subject: string) => void | Promise<void>;
export type Tasks = ReturnType<typeof createTasks>;

type TaskRow = { id: number; kind: TaskKind; subject: string; due_at: number };

/** `untilIdle` does not wait for tasks that are due later than this, such as the end of a prompt. */
const soonMs = 1_000;

/** Longest delay that setTimeout supports. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Stores scheduled tasks as rows, so that a restart after a kill -9 continues them. A task may run twice if the process
 * dies during the task, so handlers check the state of their subject first.
 *
 * @param onFault called when a handler throws; the task is then dropped
 */
export function createTasks(database: Database, clock: () => Date, onFault: (error: unknown) => void) {
  const handlers = new Map<TaskKind, TaskHandler>();
  const timers = new Set<NodeJS.Timeout>();
  const soon = new Set<Promise<void>>();
  let isStopped = false;

  function arm(task: TaskRow): void {
    const waitMs = Math.min(Math.max(task.due_at - clock().getTime(), 0), longestTimerMs);
    const done = new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        void run(task).finally(resolve);
      }, waitMs);
      timers.add(timer);
    });
    if (waitMs > soonMs) return;
    soon.add(done);
    void done.finally(() => soon.delete(done));
  }

  async function run(task: TaskRow): Promise<void> {
    try {
      await handlers.get(task.kind)?.(task.subject);
    } catch (error) {
      onFault(error);
    }
    if (!isStopped) database.run('DELETE FROM tasks WHERE id = ?', task.id);
  }

  return {
    handle: (kind: TaskKind, handler: TaskHandler) => void handlers.set(kind, handler),
    schedule: (kind: TaskKind, subject: string, delayMs: number) => {
      const dueAt = clock().getTime() + delayMs;
      const insert = 'INSERT INTO tasks (kind, subject, due_at) VALUES (?, ?, ?)';
      const id = Number(database.run(insert, kind, subject, dueAt).lastInsertRowid);
      arm({ id, kind, subject, due_at: dueAt });
    },
    resume: () => {
      for (const task of database.all<TaskRow>('SELECT * FROM tasks ORDER BY due_at, id')) arm(task);
    },
    /** Resolves when no task is running or due within a second, also none that such a task has scheduled. */
    untilIdle: async () => {
      while (soon.size > 0) await Promise.all(soon);
    },
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
