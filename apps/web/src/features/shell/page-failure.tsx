import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { say } from '../../i18n/say.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ServerUnreachable } from '../session/guards.ts';
import { sessionStore } from '../session/session-store.ts';

/** What a page shows when it cannot open: the server is away, its code did not arrive, or we made a mistake. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isAway = error instanceof ServerUnreachable || isMissingCode(error);
  const tryAgain = async () => {
    if (sessionStore.read().status === 'unreachable') await sessionStore.load();
    reset();
    await router.invalidate();
  };
  return (
    <div className="page-failure" data-area="consumer">
      <ErrorState
        title={isAway ? say('Network error occurred') : say('Something went wrong')}
        onTryAgain={() => void tryAgain()}
      >
        {isAway
          ? say('Your money is safe. We could not reach the server.')
          : say('Your money is safe. This page failed to open; trying again usually helps.')}
      </ErrorState>
    </div>
  );
}

// Browsers agree on no name for a chunk that did not load, only on the words import or module in its message.
function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && /import|module/iu.test(error.message);
}
