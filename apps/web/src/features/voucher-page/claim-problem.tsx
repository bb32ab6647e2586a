import { Link } from '@tanstack/react-router';
import { CallRefused } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';

/** Why a gift could not be added, where the button stands. A lost network is said by a toast instead. */
export function ClaimProblem({ error }: { error: unknown }) {
  if (!(error instanceof CallRefused)) return null;
  return (
    <div className="w-full text-left">
      <Alert tone="danger" isLive>
        {error.message}{' '}
        {error.code === 'claim_not_verified' && (
          <Link to="/dashboard/profile">{say('Verify it on your profile')}</Link>
        )}
      </Alert>
    </div>
  );
}
