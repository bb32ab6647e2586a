import { createRootRoute, redirect } from '@tanstack/react-router';
import { speakAt } from '../i18n/language.ts';
import { RootLayout } from '../features/shell/root-layout.tsx';

export const rootRoute = createRootRoute({
  // A page that is only pointed at does not change the language of the one that is read.
  beforeLoad: ({ location, preload }) => (preload ? undefined : speakAt(location.href)),
  component: RootLayout,
});

/** For addresses that nothing is registered at. The guards of the target send a visitor without a session to its login. */
export const goTo = (target: string) => () => {
  redirect({ to: target, replace: true, throw: true });
};
