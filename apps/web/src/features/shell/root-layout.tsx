import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLanguage } from '../../i18n/language.ts';
import { Toaster } from '../../ui/toast.tsx';
import { UpdateNote } from './update-note.tsx';

export function RootLayout() {
  useFocusOnNavigation();
  const language = useLanguage();
  return (
    <>
      <Outlet key={language} />
      <UpdateNote />
      <Toaster />
    </>
  );
}

// Without a page load a screen reader hears nothing of a new page, and the keyboard stays where the link was.
function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        const heading = document.querySelector('h1');
        heading?.setAttribute('tabindex', '-1');
        heading?.focus({ preventScroll: true });
      }),
    [router],
  );
}
