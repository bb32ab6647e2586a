const ASKED_OFTEN = 20;
/** Maximum number of named statements. Each connection keeps each plan in memory, about 30 kB. */
const MOST = 300;

// Statements whose best plan depends on the number of rows per value. A generic plan may read and sort the whole
// history of a busy account, although only one page is needed.
const DEPENDS_ON_VALUES = /\blimit \$|\bgroup by\b|\blike\b|~|\bover \(/iu;
const LEASES = /\bskip locked\b/iu;

/**
 * Gives names to frequent statements, so that PostgreSQL keeps their plans. Without a name each execution is parsed
 * and planned, which takes longer than running it. All connections of a process use the same names.
 */
export function createStatementNames(): { nameOf: (text: string) => string | undefined } {
  const timesAsked = new Map<string, number>();
  const names = new Map<string, string>();

  /**
   * Returns the name of a statement.
   * @returns undefined if it should be planned for its values, or is not frequent yet
   */
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
