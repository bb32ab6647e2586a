import { useSyncExternalStore } from 'react';
import { deferredInstallPrompt } from './install-question.ts';
import { isAppleMobile, isInstalled } from './surroundings.ts';

/** How to install the app on this device: with a button, by hand in Safari's menu, or (undefined) not at all. */
export type Installation = 'by-button' | 'by-hand' | undefined;

const LATER_KEY = 'zawadi-install-later';
const LATER_MS = 90 * 86_400_000;

/** Returns how the app can be installed. Returns undefined for 90 days after *Not now*, and in the installed app. */
export function useInstallation(): Installation {
  return useSyncExternalStore(deferredInstallPrompt.watch, readInstallation);
}

export function readInstallation(): Installation {
  if (isInstalled() || isPutOff()) return undefined;
  if (deferredInstallPrompt.read() !== undefined) return 'by-button';
  return isAppleMobile() ? 'by-hand' : undefined;
}

/** Shows the browser's install prompt. A refusal in the prompt counts as *Not now*. */
export async function install(): Promise<void> {
  const asked = deferredInstallPrompt.read();
  if (asked === undefined) return;
  await asked.prompt();
  const { outcome } = await asked.userChoice;
  if (outcome === 'dismissed') putOff();
  deferredInstallPrompt.become(undefined);
}

export function putOff(): void {
  let kept = deferredInstallPrompt.read();
  try {
    localStorage.setItem(LATER_KEY, String(Date.now() + LATER_MS));
  } catch {
    // Private browsing forbids storage, so the next page offers the installation again.
    kept = undefined;
  }
  deferredInstallPrompt.become(kept);
}

function isPutOff(): boolean {
  try {
    return Number(localStorage.getItem(LATER_KEY)) > Date.now();
  } catch {
    return false;
  }
}
