import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { loadTexts } from '../../i18n/language.ts';
import { say } from '../../i18n/say.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ServerUnreachable } from '../session/guards.ts';
import { sessionStore } from '../session/session-store.ts';

/** What a page shows when it cannot open: the server is away, its code did not arrive, or we made a mistake. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isAway = error instanceof ServerUnreachable || isMissingCode(error);
  const tryAgain = async () => {
    // The code may be gone because a newer version took its place; only a new page asks for that.
    if (isMissingCode(error)) return location.reload();
    if (sessionStore.read().status === 'unreachable') await sessionStore.load();
    reset();
    await router.invalidate();
  };
  useWhenOnline(() => void tryAgain());
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
      {isAway && (
        <Suspense>
          <OfflineView />
        </Suspense>
      )}
    </div>
  );
}

function useWhenOnline(work: () => void): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    const isBack = () => latest.current();
    addEventListener('online', isBack);
    return () => removeEventListener('online', isBack);
  }, []);
}

// Fetched only now; the service worker has it when the network has not.
const OfflineView = lazy(async () => {
  try {
    await loadTexts('house');
    return { default: (await import('../consumer/offline/offline-view.tsx')).OfflineView };
  } catch {
    return { default: () => null };
  }
});

// Browsers agree on no name for a chunk that did not load, only on the words import or module in its message.
function isMissingCode(error: unknown): boolean {
  return error instanceof TypeError && /import|module/iu.test(error.message);
}
