import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { whenStepUpIsNeeded } from './api/call.ts';
import { startLanguage } from './i18n/language.ts';
import { say } from './i18n/say.ts';
import { watchForInstallation } from './features/shell/install-question.ts';
import { watchForUpdates } from './features/shell/updates.ts';
import { sessionStore, startSession } from './features/session/session-store.ts';
import { router } from './routes/router.ts';
import { installOldBrowsers } from './ui/old-browsers.ts';
import { toast } from './ui/toast.tsx';
import './styles/tailwind.css';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');

// Signing in, out, or losing the session anywhere runs the guards of the page that is open.
sessionStore.watchIdentity(() => void router.invalidate());
startSession((sentence) => toast.error(sentence ?? say('Your session has ended. Please sign in again.')));

whenStepUpIsNeeded(async (refusal, repeat) => {
  const { askStepUp } = await import('./features/account-security/ask-step-up.tsx');
  return askStepUp(refusal, repeat);
});

installOldBrowsers();
watchForUpdates();
watchForInstallation();

// The words first: English has none to wait for. Waited for here and not by the module, as the bundler joins no files
// where one does.
// Below our oldest browsers `theme.js` shows a page instead.
if (!('tooOld' in document.documentElement.dataset))
  void startLanguage().then(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
