import { Link } from '@tanstack/react-router';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { ThemeButton } from '../../ui/theme-button.tsx';

/** Top bar of a page that needs no session. */
export function PublicHead({ className }: { className: string }) {
  return (
    <header className={className}>
      <Link className="logo" to="/" aria-label="Zawadi">
        <img src="/cloth/mark.svg" alt="" width="32" height="32" />
        <span>Zawadi</span>
      </Link>
      <span className="row">
        <LanguageSwitch />
        <ThemeButton />
      </span>
    </header>
  );
}
