import { useSyncExternalStore } from 'react';
import { installQuestion } from './install-question.ts';
import { isAppleMobile, isInstalled } from './surroundings.ts';

/** How the app gets onto this device: by a button, by hand in the menu of Safari, or not from here. */
export type Installation = 'by-button' | 'by-hand' | undefined;

const LATER_KEY = 'zawadi-install-later';
const LATER_MS = 90 * 86_400_000;

/** What can be offered now. Nothing for 90 days after *Not now*, and nothing in the installed app. */
export function useInstallation(): Installation {
  return useSyncExternalStore(installQuestion.watch, readInstallation);
}

export function readInstallation(): Installation {
  if (isInstalled() || isPutOff()) return undefined;
  if (installQuestion.read() !== undefined) return 'by-button';
  return isAppleMobile() ? 'by-hand' : undefined;
}

/** Asks the person by the browser's own question. A no there counts as *Not now*. */
export async function install(): Promise<void> {
  const asked = installQuestion.read();
  if (asked === undefined) return;
  await asked.prompt();
  const { outcome } = await asked.userChoice;
  if (outcome === 'dismissed') putOff();
  installQuestion.become(undefined);
}

export function putOff(): void {
  let kept = installQuestion.read();
  try {
    localStorage.setItem(LATER_KEY, String(Date.now() + LATER_MS));
  } catch {
    // Private browsing: it is asked again with the next page.
    kept = undefined;
  }
  installQuestion.become(kept);
}

function isPutOff(): boolean {
  try {
    return Number(localStorage.getItem(LATER_KEY)) > Date.now();
  } catch {
    return false;
  }
}
