import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { isMissingCode } from '../../api/call-errors.ts';
import { loadTexts } from '../../i18n/language.ts';
import { say } from '../../i18n/say.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { ServerUnreachable } from '../session/guards.ts';
import { sessionStore } from '../session/session-store.ts';

const ASK_EVERY_MS = 5000;

/** What a page shows when it cannot open: the server is away, its code did not arrive, or we made a mistake. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isServerAway = error instanceof ServerUnreachable;
  const isAway = isServerAway || isMissingCode(error);
  // Who is signed in is asked before there is any frame; everything else fails inside one.
  const Place = isServerAway ? 'main' : 'div';
  const tryAgain = async () => {
    // The code may be gone because a newer version took its place; only a new page asks for that.
    if (isMissingCode(error)) return location.reload();
    if (sessionStore.read().status === 'unreachable') {
      const { status } = await sessionStore.load();
      if (status === 'unreachable') return;
    }
    reset();
    await router.invalidate();
  };
  useAskingAgain(() => void tryAgain(), isServerAway);
  return (
    <Place className="page-failure" data-area="consumer">
      {isServerAway && <h1 className="sr">Zawadi</h1>}
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
    </Place>
  );
}

/** Asks again when the device says that it is online, which may be a moment too early, and from time to time. */
function useAskingAgain(tryAgain: () => void, isServerAway: boolean): void {
  const latest = useRef(tryAgain);
  useEffect(() => {
    latest.current = tryAgain;
  });
  useEffect(() => {
    const ask = () => latest.current();
    addEventListener('online', ask);
    const timer = isServerAway ? setInterval(ask, ASK_EVERY_MS) : undefined;
    return () => {
      removeEventListener('online', ask);
      clearInterval(timer);
    };
  }, [isServerAway]);
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
