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

/** Shown if a page cannot open: the server is unreachable, the page's code did not load, or the page has a bug. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isServerAway = error instanceof ServerUnreachable;
  const isAway = isServerAway || isMissingCode(error);
  // If the session cannot be loaded, there is no frame yet, so this is the page's `main`. Other failures happen inside
  // a frame.
  const Place = isServerAway ? 'main' : 'div';
  const tryAgain = async () => {
    // A newer version may have removed this code from the server; only a reload loads the new version.
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
      {isServerAway && (
        <p>
          <a href="/status">{say('What works now')}</a>
        </p>
      )}
      {isAway && (
        <Suspense>
          <OfflineView />
        </Suspense>
      )}
    </Place>
  );
}

/** Tries again when the device reports a network, and at intervals because that report may come a moment too early. */
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

// Loaded only on a failure. Without a network, the service worker has it in its cache.
const OfflineView = lazy(async () => {
  try {
    await loadTexts('house');
    return { default: (await import('../consumer/offline/offline-view.tsx')).OfflineView };
  } catch {
    return { default: () => null };
  }
});
