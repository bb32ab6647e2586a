import { createRootRoute, redirect } from '@tanstack/react-router';
import { applyLanguageOf } from '../i18n/language.ts';
import { RootLayout } from '../features/shell/root-layout.tsx';

export const rootRoute = createRootRoute({
  // When the router preloads a page on hover, the current page must keep its language.
  beforeLoad: ({ location, preload }) => (preload ? undefined : applyLanguageOf(location.href)),
  component: RootLayout,
});

/** Makes a redirect for URLs without a route. The target's guards send a signed-out visitor to the sign-in page. */
export const goTo = (target: string) => () => {
  redirect({ to: target, replace: true, throw: true });
};
