import { CallRefused, sentenceOf } from '../../../api/call.ts';
import { Alert } from '../../../ui/alert.tsx';

/** Why a statement was not taken, line by line where the server says so. */
export function StatementRefused({ error }: { error: Error }) {
  const isRefused = error instanceof CallRefused;
  const faults = isRefused ? error.fields : [];
  return (
    <Alert tone="danger" isLive>
      {sentenceOf(error)} {isRefused && 'Nothing was stored.'}
      {faults.length > 0 && (
        <ul>
          {faults.map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
