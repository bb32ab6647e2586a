export const languages = { en: 'English', sw: 'Kiswahili' } as const;
export type Language = keyof typeof languages;

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.keys(languages).includes(value);
}

/**
 * Returns whether a page is for administrators, who read English in any language of their device. Includes their
 * password reset.
 */
export function isEnglishOnly({ pathname, searchParams }: URL): boolean {
  return /^\/admin(?:\/|$)/u.test(pathname) || searchParams.get('login') === '/admin/login';
}

type Wish = {
  /** The URL's query; `?lang=sw` in a link has priority. */
  search: string;
  stored: string | null;
  /** The browser's languages, most preferred first. */
  preferred: readonly string[];
};

/** Returns the language of a new page: the link's, or else the device's choice, or else the browser's. */
export function languageFor({ search, stored, preferred }: Wish): Language {
  const linked = new URLSearchParams(search).get('lang');
  if (isLanguage(linked)) return linked;
  if (isLanguage(stored)) return stored;
  return preferred.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}
