import { lazy, Suspense } from 'react';
import { loadTexts } from '../../i18n/language.ts';

const GIFT = /^\/v\/([^/?#]+)/u;

// Of the few who come from a gift; a login that does not know why is a login all the same.
const Reason = lazy(async () => {
  const [loaded] = await Promise.all([import('./gift-reason-text.tsx'), loadTexts('claim')]).catch(() => [
    undefined,
  ]);
  return { default: loaded?.GiftReasonText ?? (() => null) };
});

/** Why somebody who comes from a gift is asked to sign in or up. */
export function GiftReason({ from }: { from: string | undefined }) {
  const claimToken = from === undefined ? undefined : GIFT.exec(from)?.[1];
  if (claimToken === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Reason claimToken={claimToken} />
    </Suspense>
  );
}
