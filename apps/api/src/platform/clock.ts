/** Time of day in this process. The database's clock decides about money; tests replace this one. */
export type Clock = { now(): Date };

let offsetMs = 0;

/** Clock of all processes: the machine's, with an offset while the demo's history is played in the past. */
export const systemClock: Clock = { now: () => new Date(Date.now() + offsetMs) };

/** Sets the offset. Only for `db/clock-offset.ts`, which keeps process and database in step. */
export function setProcessClockOffset(ms: number): void {
  offsetMs = ms;
}
