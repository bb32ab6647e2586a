import { useSyncExternalStore } from 'react';
import { isAppleMobile, isInstalled } from './surroundings.ts';

/** The browser's own question, which Chromium lets a page ask later. */
type InstallPrompt = Event & {
  prompt: () => Promise<void>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

/** How the app gets onto this device: by a button, by hand in the menu of Safari, or not from here. */
export type Installation = 'by-button' | 'by-hand' | undefined;

const LATER_KEY = 'zawadi-install-later';
const LATER_MS = 90 * 86_400_000;

const watchers = new Set<() => void>();
let question: InstallPrompt | undefined;

/** Keeps the browser's question for later: it comes once, soon after the page, before anyone knows what the app is. */
export function watchForInstallation(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    become(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => become(undefined));
}

/** What can be offered now. Nothing for 90 days after *Not now*, and nothing in the installed app. */
export function useInstallation(): Installation {
  return useSyncExternalStore(watch, readInstallation);
}

export function readInstallation(): Installation {
  if (isInstalled() || isPutOff()) return undefined;
  if (question !== undefined) return 'by-button';
  return isAppleMobile() ? 'by-hand' : undefined;
}

/** Asks the person by the browser's own question. Whoever says no there is left alone as after *Not now*. */
export async function install(): Promise<void> {
  const asked = question;
  if (asked === undefined) return;
  await asked.prompt();
  const { outcome } = await asked.userChoice;
  question = undefined;
  if (outcome === 'dismissed') putOff();
  else notify();
}

export function putOff(): void {
  try {
    localStorage.setItem(LATER_KEY, String(Date.now() + LATER_MS));
  } catch {
    // Private browsing: it is asked again with the next page.
    question = undefined;
  }
  notify();
}

function isPutOff(): boolean {
  try {
    return Number(localStorage.getItem(LATER_KEY)) > Date.now();
  } catch {
    return false;
  }
}

function become(next: InstallPrompt | undefined): void {
  question = next;
  notify();
}

function notify(): void {
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
