import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionStore, startSession } from './features/session/session-store.ts';
import { router } from './routes/router.ts';
import { toast } from './ui/toast.tsx';
import './styles/tailwind.css';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');

// Signing in, out, or losing the session anywhere runs the guards of the page that is open.
sessionStore.watchIdentity(() => void router.invalidate());
startSession(() => toast.error('Your session has ended. Please sign in again.'));

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
