import { lazy, Suspense } from 'react';

// Loaded only for visitors from a gift page. If loading fails, the sign-in page still works.
const Reason = lazy(() =>
  import('./gift-reason-text.tsx').then(
    (loaded) => ({ default: loaded.GiftReasonText }),
    () => ({ default: () => null }),
  ),
);

/** Explains to a visitor from a gift page why they have to sign in or sign up. */
export function GiftReason({ from }: { from: string | undefined }) {
  return (
    from?.startsWith('/v/') === true && (
      <Suspense>
        <Reason from={from} />
      </Suspense>
    )
  );
}
