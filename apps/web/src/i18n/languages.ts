export const languages = { en: 'English', sw: 'Kiswahili' } as const;
export type Language = keyof typeof languages;

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.keys(languages).includes(value);
}

/**
 * Returns whether a page is the administrators', who read English whatever their device's language; includes their
 * password reset.
 */
export function isEnglishOnly({ pathname, searchParams }: URL): boolean {
  return /^\/admin(?:\/|$)/u.test(pathname) || searchParams.get('login') === '/admin/login';
}

type Wish = {
  /** The query of the address: `?lang=sw` in a link wins. */
  search: string;
  stored: string | null;
  /** The browser's languages, most preferred first. */
  preferred: readonly string[];
};

/** Returns the language in which a page opens: the link's, otherwise the device's choice, otherwise the browser's. */
export function languageFor({ search, stored, preferred }: Wish): Language {
  const linked = new URLSearchParams(search).get('lang');
  if (isLanguage(linked)) return linked;
  if (isLanguage(stored)) return stored;
  return preferred.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}
