/** The browser's install prompt, which Chromium lets a page show later. */
export type InstallPrompt = Event & {
  prompt: () => Promise<void>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

// Every page loads this file, so it only keeps the prompt; `installation.ts` uses it.
const watchers = new Set<() => void>();
let question: InstallPrompt | undefined;

export const deferredInstallPrompt = {
  read: () => question,
  become: (next: InstallPrompt | undefined): void => {
    question = next;
    for (const watcher of watchers) watcher();
  },
  watch: (watcher: () => void): (() => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
};

/** Keeps the browser's prompt for later. It comes once, soon after the page, when people do not know the app yet. */
export function watchForInstallation(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    deferredInstallPrompt.become(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => deferredInstallPrompt.become(undefined));
}
