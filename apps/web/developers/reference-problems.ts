import type { Call } from './reference-document.ts';

/** Returns each code with its status, in the order of the document. */
export function problemsOf({ operation }: Call): (readonly [status: string, code: string])[] {
  return Object.entries(operation.responses).flatMap(([status, { content }]) => {
    const schema = content?.['application/problem+json']?.schema;
    const codes = schema?.allOf?.flatMap((part) => part.properties?.['code']?.enum ?? []) ?? [];
    return codes.map((code) => [status, String(code)] as const);
  });
}

/** Returns the codes that every call shares, or every call with an idempotency key. */
export function sharedProblems(calls: readonly Call[]): ReadonlySet<string> {
  const inAll = (some: readonly Call[]) => {
    const sets = some.map((call) => new Set(problemsOf(call).map(([, code]) => code)));
    return [...(sets[0] ?? [])].filter((code) => sets.every((set) => set.has(code)));
  };
  return new Set([
    ...inAll(calls),
    ...inAll(calls.filter(({ method }) => method === 'POST')),
    'validation_failed',
  ]);
}

/** Writes the section that each call refers to. */
export function errorsOfEveryCall(calls: readonly Call[], shared: ReadonlySet<string>): string {
  const found = new Map(
    calls
      .flatMap(problemsOf)
      .flatMap(([status, code]) => (shared.has(code) ? [[code, status] as const] : [])),
  );
  const list = listByStatus([...found].map(([code, status]) => [status, code]));
  return `## Errors of every call\n\nAn error is a JSON object of [RFC 9457](errors.md). These can answer any call; some only a POST:\n\n${list}`;
}

/** Lists codes by status, each with a link to its explanation. */
export function listByStatus(problems: readonly (readonly [status: string, code: string])[]): string {
  const statuses = [...new Set(problems.map(([status]) => status))].sort();
  const linksOf = (wanted: string) =>
    problems
      .filter(([status]) => status === wanted)
      .map(([, code]) => `[\`${code}\`](errors.md#${code})`)
      .join(', ');
  return statuses.map((status) => `- **${status}** ${linksOf(status)}`).join('\n');
}
