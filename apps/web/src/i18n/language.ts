import { useSyncExternalStore } from 'react';
import { load, need } from './catalogue.ts';
import type { CataloguePart } from './catalogue.ts';
import { isEnglishOnly, isLanguage, languageFor } from './languages.ts';
import type { Language } from './languages.ts';

const KEY = 'zawadi-language';

const watchers = new Set<() => void>();
let language: Language = 'en';
/** Language of this device, for pages that have a choice. */
let wish: Language = 'en';
/** Language that the current page requested: if its words failed to load, later pages do not request them again. */
let asked: Language = 'en';

export function currentLanguage(): Language {
  return language;
}

/**
 * Returns the current language. RootLayout renders everything again when it changes, so screens need not watch it.
 */
export function useLanguage(): Language {
  return useSyncExternalStore(watch, currentLanguage);
}

/** Sets the language before the first render. If its words cannot be loaded, the page is English. */
export async function startLanguage(): Promise<void> {
  const { search, href } = location;
  wish = languageFor({ search, stored: stored(), preferred: navigator.languages });
  await applyLanguageOf(href);
}

/**
 * Sets the language for the page at an address: English for administrators, the device's own for everyone else. If
 * its words cannot be loaded, the previous language stays.
 */
export async function applyLanguageOf(href: string): Promise<void> {
  const next = isEnglishOnly(new URL(href, location.href)) ? 'en' : wish;
  if (next === asked) return;
  asked = next;
  await speak(next).catch(() => undefined);
}

/** Changes the language on this device. Loads the words first, so that no page is ever half translated. */
export async function chooseLanguage(next: Language): Promise<void> {
  await speak(next);
  [wish, asked] = [next, next];
  store(next);
  removeLanguageFromAddress();
}

/** Follows the language of an account, unless this device has its own choice. */
export async function followAccountLanguage(wanted: unknown): Promise<void> {
  if (!isLanguage(wanted) || wanted === language || stored() !== null || isLinked()) return;
  [wish, asked] = [wanted, wanted];
  await speak(wanted).catch(() => undefined);
}

/** Loads the words of further pages, together with their code. */
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

// Removes the language from the address: a choice made here is newer than the link's.
function removeLanguageFromAddress(): void {
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
    // Private browsing forbids storage: the choice lasts until the page closes.
  }
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
