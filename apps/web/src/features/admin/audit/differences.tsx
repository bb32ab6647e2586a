import type { AuditEntry } from '@zawadi/contract/audit';
import { wordsOf } from './audit-words.ts';
import './audit.css';

type Fields = Record<string, unknown>;

type Difference = { field: string; before: string; after: string };

const NOTHING = '—';

/** Shows the fields that an audit entry changed, with old and new value. */
export function Differences({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const differences = differencesBetween(before, after);
  if (differences.length === 0) return null;
  return (
    <table className="differences">
      <caption className="sr">What changed</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ field, before: was, after: is }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{was === NOTHING ? NOTHING : <del>{was}</del>}</td>
            <td>{is === NOTHING ? NOTHING : <ins>{is}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Compares two states field by field; leaves out unchanged fields. */
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
