import { useSyncExternalStore } from 'react';
import { load, need } from './catalogue.ts';
import type { CataloguePart } from './catalogue.ts';
import { isEnglishOnly, isLanguage, languageFor } from './languages.ts';
import type { Language } from './languages.ts';

const KEY = 'zawadi-language';

const watchers = new Set<() => void>();
let language: Language = 'en';
/** Language of this device, for pages that are translated. */
let wish: Language = 'en';
/** Language that the current page requested. If its texts failed to load, later pages do not request them again. */
let asked: Language = 'en';

export function currentLanguage(): Language {
  return language;
}

/**
 * Returns the current language. `RootLayout` renders all screens again when the language changes, so they need not call
 * this.
 */
export function useLanguage(): Language {
  return useSyncExternalStore(watch, currentLanguage);
}

/** Sets the language before the first render. If its texts cannot be loaded, the page is English. */
export async function startLanguage(): Promise<void> {
  const { search, href } = location;
  wish = languageFor({ search, stored: stored(), preferred: navigator.languages });
  await applyLanguageOf(href);
}

/**
 * Sets the language for a URL: English for administrators' pages, the device's language for other pages. If its texts
 * cannot be loaded, keeps the previous language.
 */
export async function applyLanguageOf(href: string): Promise<void> {
  const next = isEnglishOnly(new URL(href, location.href)) ? 'en' : wish;
  if (next === asked) return;
  asked = next;
  await speak(next).catch(() => undefined);
}

/** Changes the language of this device. Loads the texts first, so that a page is never half translated. */
export async function chooseLanguage(next: Language): Promise<void> {
  await speak(next);
  [wish, asked] = [next, next];
  store(next);
  removeLanguageFromAddress();
}

/** Uses the language of an account, unless this device has a chosen language or the URL sets one. */
export async function followAccountLanguage(wanted: unknown): Promise<void> {
  if (!isLanguage(wanted) || wanted === language || stored() !== null || isLinked()) return;
  [wish, asked] = [wanted, wanted];
  await speak(wanted).catch(() => undefined);
}

/** Loads the texts of further pages, together with the code of those pages. */
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

// Removes the language from the URL, because the choice made on the page is newer than the link.
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
    // Private browsing forbids storage, so the choice is lost when the page closes.
  }
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
