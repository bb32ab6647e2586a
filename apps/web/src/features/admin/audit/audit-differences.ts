import { wordsOf } from './audit-words.ts';

type Fields = Record<string, unknown>;

export type Difference = { field: string; before: string; after: string };

const NOTHING = '—';

/** What changed, field by field; what is the same before and after is left out. */
export function differencesBetween(before: Fields, after: Fields): Difference[] {
  const [was, is] = [flattened(before), flattened(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? NOTHING, after: is.get(field) ?? NOTHING }))
    .filter((difference) => difference.before !== difference.after);
}

function flattened(fields: Fields, above = ''): Map<string, string> {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    const field = above === '' ? wordsOf(name) : `${above} › ${wordsOf(name).toLowerCase()}`;
    if (isFields(value)) return [...flattened(value, field)];
    return [[field, textOf(value)]];
  });
  return new Map(entries);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
