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

// Moves the focus to the new page after a navigation. Otherwise screen readers do not announce it, and the keyboard
// stays at the link.
function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    // If the user clicks or types while the page loads, leave their focus unchanged.
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

/**
 * Note below the toasts that a new version is ready. It asks before reloading the page, since the user may be typing.
 */
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
