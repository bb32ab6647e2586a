const ASKED_OFTEN = 20;
/** Each connection keeps each plan in memory, about 30 kB. */
const MOST = 300;

// The number of rows per value decides the best plan, so a generic plan is bad for some values. It may read and sort
// the whole history of a busy account, where only the last page is needed.
const DEPENDS_ON_VALUES = /\blimit \$|\bgroup by\b|\blike\b|~|\bover \(/iu;
const LEASES = /\bskip locked\b/iu;

/**
 * Names frequent statements, so that PostgreSQL keeps their plans. Without a name each execution is parsed and
 * planned, which takes longer than running it. Names are the same on all connections of a process.
 */
export function createStatementNames(): { nameOf: (text: string) => string | undefined } {
  const timesAsked = new Map<string, number>();
  const names = new Map<string, string>();

  /** @returns undefined for a statement that is better planned for its values, or not frequent so far */
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
