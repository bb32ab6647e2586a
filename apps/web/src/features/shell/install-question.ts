/** The browser's install prompt event. Chromium lets a page show the prompt later. */
export type InstallPrompt = Event & {
  prompt: () => Promise<void>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

// Every page loads this file, so it only stores the prompt; `installation.ts` uses the prompt.
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

/**
 * Stores the browser's install prompt for later. Browsers offer it once, soon after the page loads, when people do not
 * know the app yet.
 */
export function watchForInstallation(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    deferredInstallPrompt.become(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => deferredInstallPrompt.become(undefined));
}
