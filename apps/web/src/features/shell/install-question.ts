/** The browser's own question, which Chromium lets a page ask later. */
export type InstallPrompt = Event & {
  prompt: () => Promise<void>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

// Every page loads this, so what is done with the question stays out of it.
const watchers = new Set<() => void>();
let question: InstallPrompt | undefined;

export const installQuestion = {
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

/** Keeps the browser's question for later: it comes once, soon after the page, before anyone knows what the app is. */
export function watchForInstallation(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installQuestion.become(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => installQuestion.become(undefined));
}
