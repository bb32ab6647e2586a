import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { verifyEmail } from '@zawadi/contract/auth';
import { useEffect } from 'react';
import { call, CallFailed, sentenceOf } from '../../api/call.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Door } from './door.tsx';
import { useSession } from './session.tsx';

export function VerifyEmailScreen() {
  const { token } = useSearch({ from: '/verify-email' });
  const { status, reload } = useSession();
  // A link works once. As a query it is asked once per token, however often this screen is rendered.
  const verification = useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => call(verifyEmail, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useEffect(() => {
    if (verification.isSuccess) void reload();
  }, [verification.isSuccess, reload]);
  const isSignedIn = status === 'signed-in';
  const onward = isSignedIn ? '/dashboard' : '/login';
  return (
    <Door title={say('Verify your email')}>
      <div className="stack" role="status" aria-busy={verification.isPending}>
        {verification.isPending && (
          <>
            <p className="muted">{say('Verifying...')}</p>
            <Bone height="3rem" />
          </>
        )}
        {verification.isSuccess && (
          <Alert tone="success">
            <RichText text="<b>Your email is verified.</b> Thank you. Gifts sent to this address can now be added to your wallet." />
          </Alert>
        )}
        {verification.error instanceof CallFailed ? (
          <ErrorState title={verification.error.message} onTryAgain={() => void verification.refetch()}>
            {say('Your link is still good.')}
          </ErrorState>
        ) : (
          verification.isError && (
            <Alert tone="warn">
              <RichText
                text="<b>{sentence}</b> Your profile sends you a new one."
                sentence={sentenceOf(verification.error)}
              />
            </Alert>
          )
        )}
        {!verification.isPending && (
          <Link
            className={buttonClass({ wide: true })}
            to={verification.isError && isSignedIn ? '/dashboard/profile' : onward}
          >
            {isSignedIn ? say('Continue') : say('Sign In')}
          </Link>
        )}
      </div>
    </Door>
  );
}
