import type { Database } from './store/database.ts';

export type TaskKind =
  | 'answer-prompt'
  | 'expire-prompt'
  | 'run-command'
  | 'deliver-callback'
  | 'validate-pay-bill-payment';
export type TaskHandler = (subject: string) => void | Promise<void>;
export type Tasks = ReturnType<typeof createTasks>;

type TaskRow = { id: number; kind: TaskKind; subject: string; due_at: number };

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
  let isStopped = false;

  function arm(task: TaskRow): void {
    const waitMs = Math.min(Math.max(task.due_at - clock().getTime(), 0), longestTimerMs);
    const timer = setTimeout(() => {
      timers.delete(timer);
      void run(task);
    }, waitMs);
    timers.add(timer);
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
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
