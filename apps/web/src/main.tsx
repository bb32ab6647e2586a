import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { sessionStore } from './features/session/session-store.ts';
import type { SessionState } from './features/session/session-store.ts';
import { router } from './routes/router.ts';
import './styles/tailwind.css';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');

// Signing in, out, or losing the session anywhere runs the guards of the page that is open.
let whoWasHere = identityOf(sessionStore.read());
sessionStore.watch(() => {
  const whoIsHere = identityOf(sessionStore.read());
  const isFirstAnswer = whoWasHere === 'loading';
  if (whoIsHere === whoWasHere) return;
  whoWasHere = whoIsHere;
  if (!isFirstAnswer) void router.invalidate();
});

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

function identityOf(session: SessionState): string {
  return session.status === 'signed-in' ? `${session.role} ${session.subject}` : session.status;
}
