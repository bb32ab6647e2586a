import { Languages } from 'lucide-react';
import { chooseLanguage, useLanguage } from '../i18n/language.ts';
import { languages } from '../i18n/languages.ts';
import type { Language } from '../i18n/languages.ts';
import { say } from '../i18n/say.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';

/**
 * Switches between English and Swahili. Names the other language in that language, for a user who cannot read the
 * current one.
 */
export function LanguageSwitch({ onChosen }: { onChosen?: (language: Language) => void }) {
  const other = useLanguage() === 'en' ? 'sw' : 'en';
  const choose = async () => {
    try {
      const { keepTyped } = await import('../i18n/keep-typed.ts');
      const putBack = keepTyped();
      await chooseLanguage(other);
      // Restore the typed text at once. At the next frame, which is late on a slow phone, it would overwrite newly
      // typed text.
      putBack();
      requestAnimationFrame(putBack);
      onChosen?.(other);
    } catch {
      toast.error(say('Network error. Please try again.'));
    }
  };
  return (
    <Button variant="quiet" small className="language" lang={other} onClick={() => void choose()}>
      <Icon of={Languages} />
      <span>{languages[other]}</span>
    </Button>
  );
}
