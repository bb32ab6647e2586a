const deadlineMs = 15_000;
const pauseMs = 10;

/** Polls `ask` until it returns a value. Fails at the deadline, with `what` in the error. */
export async function poll<Value>(
  what: string,
  ask: () => Value | undefined | false | Promise<Value | undefined | false>,
): Promise<Value> {
  const startedAtMs = Date.now();
  while (Date.now() - startedAtMs < deadlineMs) {
    const value = await ask();
    if (value !== undefined && value !== false) return value;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`waited ${deadlineMs} ms for ${what}`);
}
