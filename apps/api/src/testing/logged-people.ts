import { pino } from 'pino';
import { expect } from 'vitest';
import type { Deps } from '../config/deps.ts';
import type { Route } from '../http/routes.ts';
import { startPeopleApp, type PeopleApp } from './people-app.ts';

type Line = { level: number; event?: string } & Record<string, unknown>;

export type LoggedPeople = {
  people: PeopleApp;
  /** All log lines so far. */
  written: string[];
  /** Runs the work; returns the security events that it logged, without the fields that every line has. */
  eventsOf: (work: () => Promise<unknown>) => Promise<Line[]>;
};

export const [INFO, WARN] = [30, 40];

/** Fields that every log line of a request by `people.call` has. */
export const AT = { address: '10.0.0.1', reqId: expect.stringMatching(/^[0-9a-f-]{36}$/u) as unknown };

/** Starts the people features with a log that the test can read. */
export async function startLoggedPeople(
  moreRoutes: (deps: Deps) => Route[] = () => [],
  replaced: Partial<Pick<Deps, 'clock'>> = {},
): Promise<LoggedPeople> {
  const written: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void written.push(line) });
  const people = await startPeopleApp(moreRoutes, { log, ...replaced });
  return {
    people,
    written,
    eventsOf: async (work) => {
      const from = written.length;
      await work();
      const lines = written.slice(from).map((line) => JSON.parse(line) as Line);
      return lines
        .filter((line) => line.event !== undefined)
        .map(({ time: _time, pid: _pid, hostname: _hostname, msg: _msg, ...rest }) => rest);
    },
  };
}
