import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { registerStepUpDialog } from './api/call.ts';
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

// When the user changes or signs out, here or in another tab, run the guards of the open page again.
sessionStore.watchIdentity(() => void router.invalidate());
startSession((sentence) => toast.error(sentence ?? say('Your session has ended. Please sign in again.')));

registerStepUpDialog(async (refusal, repeat) => {
  const { askStepUp } = await import('./features/account-security/ask-step-up.tsx');
  return askStepUp(refusal, repeat);
});

installOldBrowsers();
watchForUpdates();
watchForInstallation();

// Load the texts of the language first; English needs none. Do not use a top-level await: the bundler does not merge
// modules that have one. For browsers older than the oldest that we support, `theme.js` shows a page instead.
if (!('tooOld' in document.documentElement.dataset))
  void startLanguage().then(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
