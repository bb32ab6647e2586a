import { useSyncExternalStore } from 'react';
import { load, need } from './catalogue.ts';
import type { CataloguePart } from './catalogue.ts';
import { isEnglishOnly, isLanguage, languageFor } from './languages.ts';
import type { Language } from './languages.ts';

const KEY = 'zawadi-language';

const watchers = new Set<() => void>();
let language: Language = 'en';
/** What this device reads wherever there is a choice. */
let wish: Language = 'en';
/** What the page at the address asked for: what could not be fetched is not asked for again by every page. */
let asked: Language = 'en';

export function currentLanguage(): Language {
  return language;
}

/** The language in use. RootLayout renders everything again when it changes, so screens need not watch it. */
export function useLanguage(): Language {
  return useSyncExternalStore(watch, currentLanguage);
}

/** Settles the language before the first render. When its words cannot be fetched, the page speaks English. */
export async function startLanguage(): Promise<void> {
  const { search, href } = location;
  wish = languageFor({ search, stored: stored(), preferred: navigator.languages });
  await speakAt(href);
}

/**
 * Speaks the language of the page at an address: English to administrators, the device's own to everyone else. When its
 * words cannot be fetched, the page stays in the one before.
 */
export async function speakAt(href: string): Promise<void> {
  const next = isEnglishOnly(new URL(href, location.href)) ? 'en' : wish;
  if (next === asked) return;
  asked = next;
  await speak(next).catch(() => undefined);
}

/** Changes the language on this device. The words come first, so that nothing is ever shown half translated. */
export async function chooseLanguage(next: Language): Promise<void> {
  await speak(next);
  [wish, asked] = [next, next];
  store(next);
  forgetLink();
}

/** Follows the language of an account, unless this device has chosen its own. */
export async function followAccount(wanted: unknown): Promise<void> {
  if (!isLanguage(wanted) || wanted === language || stored() !== null || isLinked()) return;
  [wish, asked] = [wanted, wanted];
  await speak(wanted).catch(() => undefined);
}

/** Fetches the words of more pages, next to the code of those pages. */
export async function loadTexts(part: CataloguePart): Promise<void> {
  await need(part).catch(() => undefined);
}

async function speak(next: Language): Promise<void> {
  await load(next);
  language = next;
  document.documentElement.lang = next;
  for (const watcher of watchers) watcher();
}

function isLinked(): boolean {
  return new URLSearchParams(location.search).has('lang');
}

// A choice made here is newer than the one in the link that led here.
function forgetLink(): void {
  if (!isLinked()) return;
  const address = new URL(location.href);
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(next: Language): void {
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Private browsing: the choice holds until the page is closed.
  }
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
