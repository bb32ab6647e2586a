import { toast } from './toast.tsx';
import { chooseLanguage, useLanguage } from '../i18n/language.ts';
import { languages } from '../i18n/languages.ts';
import type { Language } from '../i18n/languages.ts';
import { say } from '../i18n/say.ts';

/** Between English and Swahili. It names the other language in that language, for whoever cannot read this one. */
export function LanguageSwitch({ onChosen }: { onChosen?: (language: Language) => void }) {
  const other = useLanguage() === 'en' ? 'sw' : 'en';
  const choose = async () => {
    try {
      await chooseLanguage(other);
      onChosen?.(other);
    } catch {
      toast.error(say('Network error. Please try again.'));
    }
  };
  return (
    <button type="button" className="btn quiet sm" lang={other} onClick={() => void choose()}>
      {languages[other]}
    </button>
  );
}
