/** Current time for this process. Money is decided by the database's clock instead. Tests replace this clock. */
export type Clock = { now(): Date };

let offsetMs = 0;

/** The machine's clock plus an offset. The offset is 0, except while the demo's history is played in the past. */
export const systemClock: Clock = { now: () => new Date(Date.now() + offsetMs) };

/** Sets the offset. Called only by `db/clock-offset.ts`, which sets the database's offset, too. */
export function setProcessClockOffset(ms: number): void {
  offsetMs = ms;
}
