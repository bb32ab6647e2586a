import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLanguage } from '../../i18n/language.ts';
import { Toaster } from '../../ui/toast.tsx';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { leaveUpdate, takeUpdate, useUpdate } from './updates.ts';

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

// Without a page load, screen readers do not announce a new page, and the keyboard stays at the link's position.
function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    // A user who clicks or types while a page loads keeps their focus.
    let hasGoneOn = false;
    const goOn = () => (hasGoneOn = true);
    const begin = router.subscribe('onBeforeNavigate', () => (hasGoneOn = false));
    const end = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (fromLocation === undefined || !pathChanged || hasGoneOn) return;
      const heading = document.querySelector('h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    });
    addEventListener('pointerdown', goOn, true);
    addEventListener('keydown', goOn, true);
    return () => {
      begin();
      end();
      removeEventListener('pointerdown', goOn, true);
      removeEventListener('keydown', goOn, true);
    };
  }, [router]);
}

/** Asks before it reloads the page, since the user may be typing. Shown below the toasts. */
function UpdateNote() {
  const version = useUpdate();
  if (version === undefined) return null;
  return (
    <section className="toaster" role="status">
      <div>
        <div className="update-note">
          <p>{say('A new version of Zawadi is ready.')}</p>
          <div className="row">
            <Button small onClick={() => takeUpdate(version)}>
              {say('Update')}
            </Button>
            <Button small variant="quiet" onClick={leaveUpdate}>
              {say('Later')}
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}
