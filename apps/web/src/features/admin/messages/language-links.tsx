import { Link } from '@tanstack/react-router';
import type { TemplateAddress } from '@zawadi/contract/messages';
import { LANGUAGE_WORDS } from './message-words.ts';
import '../section-tabs.css';

const LANGUAGES = ['en', 'sw'] as const;

/** The same message in the other language. */
export function LanguageLinks({ address }: { address: TemplateAddress }) {
  return (
    <nav className="section-tabs" aria-label="Language">
      {LANGUAGES.map((language) => (
        <Link
          key={language}
          to="/admin/settings/messages/$channel/$template/$language"
          params={{ ...address, language }}
          replace
        >
          {LANGUAGE_WORDS[language]}
        </Link>
      ))}
    </nav>
  );
}
