import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followTokens, sessionStore } from './features/session/session-store.ts';
import { router } from './routes/router.ts';
import './styles/tailwind.css';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');

// Signing in, out, or losing the session anywhere runs the guards of the page that is open. The first answer of a
// start is what the guards are already waiting for.
let isFirstAnswer = true;
sessionStore.watchIdentity(() => {
  if (!isFirstAnswer) void router.invalidate();
  isFirstAnswer = false;
});

followTokens();

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
