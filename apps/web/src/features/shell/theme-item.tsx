import { Moon, Sun } from 'lucide-react';
import { say } from '../../i18n/say.ts';
import { Icon } from '../../ui/icon.tsx';
import { useTheme } from '../../ui/theme.ts';

/** Menu item that switches between light and dark. */
export function ThemeItem() {
  const { isDark, choose } = useTheme();
  const label = isDark ? say('Change to light') : say('Change to dark');
  return (
    <ul className="nav">
      <li data-tip={label}>
        <button type="button" onClick={() => choose(isDark ? 'light' : 'dark')}>
          <Icon of={isDark ? Sun : Moon} />
          <span className="t">{label}</span>
        </button>
      </li>
    </ul>
  );
}
