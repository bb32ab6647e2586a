/** The time of day as this process sees it. The database's clock decides about money; tests replace this one. */
export type Clock = { now(): Date };

let offsetMs = 0;

/** The clock of all processes: that of the machine, but for the demo's history, which is played in the past. */
export const systemClock: Clock = { now: () => new Date(Date.now() + offsetMs) };

/** For `db/clock-offset.ts`, which keeps process and database together. */
export function setProcessClockOffset(ms: number): void {
  offsetMs = ms;
}
