import { Moon, Sun } from 'lucide-react';
import { say } from '../i18n/say.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { useTheme } from './theme.ts';

/** Button that switches between light and dark. To follow the device, the user opens the profile. */
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
