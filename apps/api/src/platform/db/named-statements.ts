const ASKED_OFTEN = 20;
/** Each connection keeps the plan of each in memory, about 30 kB. */
const MOST = 300;

// How many rows there are of a value decides how such a statement is best run, and a plan for any value is bad for some: it
// reads the whole history of somebody who has much to sort it, where the last page was asked for.
const DEPENDS_ON_VALUES = /\blimit \$|\bgroup by\b|\blike\b|~|\bover \(/iu;
const LEASES = /\bskip locked\b/iu;

/**
 * Names for statements that are asked often, under which PostgreSQL keeps their plans: without a name each one is parsed and
 * planned every time, which takes longer than to run it. Names are the same on all connections of a process.
 */
export function createStatementNames(): { nameOf: (text: string) => string | undefined } {
  const timesAsked = new Map<string, number>();
  const names = new Map<string, string>();

  /** @returns undefined for a statement that is better planned for its values, or not asked often so far */
  function nameOf(text: string): string | undefined {
    const name = names.get(text);
    if (name !== undefined || names.size === MOST) return name;
    const times = (timesAsked.get(text) ?? 0) + 1;
    if (times < ASKED_OFTEN) timesAsked.set(text, times);
    else if (mayBeNamed(text)) names.set(text, `statement ${names.size + 1}`);
    return names.get(text);
  }

  return { nameOf };
}

function mayBeNamed(text: string): boolean {
  return LEASES.test(text) || !DEPENDS_ON_VALUES.test(text);
}
