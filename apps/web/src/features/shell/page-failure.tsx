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

/** Shown when a page cannot open: the server is away, its code did not load, or there is a bug. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isServerAway = error instanceof ServerUnreachable;
  const isAway = isServerAway || isMissingCode(error);
  // The session loads before there is any frame; all other failures happen inside one.
  const Place = isServerAway ? 'main' : 'div';
  const tryAgain = async () => {
    // A newer version may have replaced the code; only a reload loads the new one.
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
          : say('Your money is safe. This page did not open. Please try again.')}
      </ErrorState>
      {isAway && (
        <Suspense>
          <OfflineView />
        </Suspense>
      )}
    </Place>
  );
}

/** Retries when the device reports a network, which may be a moment too early, and at intervals. */
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

// Loaded only now; the service worker has it when the network fails.
const OfflineView = lazy(async () => {
  try {
    await loadTexts('house');
    return { default: (await import('../consumer/offline/offline-view.tsx')).OfflineView };
  } catch {
    return { default: () => null };
  }
});
