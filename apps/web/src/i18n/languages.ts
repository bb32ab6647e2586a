export const languages = { en: 'English', sw: 'Kiswahili' } as const;
export type Language = keyof typeof languages;

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.keys(languages).includes(value);
}

/** Whether a page is the administrators', who read English whatever their device has chosen; their recovery of a password too. */
export function isEnglishOnly({ pathname, searchParams }: URL): boolean {
  return /^\/admin(?:\/|$)/u.test(pathname) || searchParams.get('login') === '/admin/login';
}

type Wish = {
  /** The query of the address: `?lang=sw` in a link wins. */
  search: string;
  stored: string | null;
  /** What the browser asks for, most wanted first. */
  preferred: readonly string[];
};

/** The language a page opens in: of its link, else as chosen on this device, else of the browser. */
export function languageFor({ search, stored, preferred }: Wish): Language {
  const linked = new URLSearchParams(search).get('lang');
  if (isLanguage(linked)) return linked;
  if (isLanguage(stored)) return stored;
  return preferred.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}
