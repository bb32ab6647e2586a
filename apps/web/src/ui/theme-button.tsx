import { Moon, Sun } from 'lucide-react';
import { say } from '../i18n/say.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { useTheme } from './theme.ts';

/** Switches between light and dark; following the device is a choice on the profile. */
export function ThemeButton() {
  const { isDark, choose } = useTheme();
  return (
    <IconButton
      label={isDark ? say('Change to light') : say('Change to dark')}
      title={isDark ? say('Change to light') : say('Change to dark')}
      onClick={() => choose(isDark ? 'light' : 'dark')}
    >
      <Icon of={isDark ? Sun : Moon} />
    </IconButton>
  );
}
