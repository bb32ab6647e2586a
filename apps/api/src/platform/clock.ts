/** The time of day as this process sees it. The database's clock decides about money; tests replace this one. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
