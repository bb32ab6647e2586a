import { chooseLanguage, useLanguage } from '../../../i18n/language.ts';
import { isLanguage, languages } from '../../../i18n/languages.ts';
import type { Language } from '../../../i18n/languages.ts';
import { say } from '../../../i18n/say.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { keepOnAccount } from '../../shell/account-language.ts';

const CHOICES = Object.keys(languages).filter(isLanguage);

/** Chooses the language of this device and of our messages. */
export function LanguageChoice() {
  const current = useLanguage();
  const choose = async (language: Language) => {
    try {
      await chooseLanguage(language);
      keepOnAccount(language);
    } catch {
      toast.error(say('Network error. Please try again.'));
    }
  };
  return (
    <Sheet title={say('Language')} isPadded>
      <div className="stack">
        <div className="chips" role="group" aria-label={say('Language')}>
          {CHOICES.map((language) => (
            <button
              key={language}
              type="button"
              className="chip"
              lang={language}
              aria-pressed={language === current}
              onClick={() => void choose(language)}
            >
              {languages[language]}
            </button>
          ))}
        </div>
        <p className="tiny muted">{say('Our messages to you come in this language too.')}</p>
      </div>
    </Sheet>
  );
}
