import type { AuditEntry } from '@zawadi/contract/audit';
import { differencesBetween } from './audit-differences.ts';
import './audit.css';

/** What an entry changed: each field as it was and as it is. */
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
            <td>
              <del>{was}</del>
            </td>
            <td>
              <ins>{is}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
