import { Link } from '@tanstack/react-router';
import { CallRefused } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';

/**
 * Shows next to the button why a gift could not be added. A toast reports a network failure instead.
 * @param claimToken token of the gift on this page, to link to the claim, which asks for the missing verification
 */
export function ClaimProblem({ error, claimToken }: { error: unknown; claimToken?: string }) {
  if (!(error instanceof CallRefused)) return null;
  return (
    <div className="w-full text-left">
      <Alert tone="danger" isLive>
        {error.message}{' '}
        {error.code === 'claim_not_verified' &&
          (claimToken === undefined ? (
            <Link to="/dashboard/profile">{say('Verify it on your profile')}</Link>
          ) : (
            <Link
              to="/v/$token/claim"
              params={{ token: claimToken }}
              search={{}}
              state={{ isClaiming: true }}
            >
              {say('Verify it now')}
            </Link>
          ))}
      </Alert>
    </div>
  );
}
