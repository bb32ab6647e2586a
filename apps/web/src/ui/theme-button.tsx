import { Moon, Sun } from 'lucide-react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { useTheme } from './theme.ts';

/** Between day and night; following the device is chosen on the profile. */
export function ThemeButton() {
  const { isDark, choose } = useTheme();
  return (
    <IconButton
      label={isDark ? 'Change to light' : 'Change to dark'}
      title={isDark ? 'Change to light' : 'Change to dark'}
      onClick={() => choose(isDark ? 'light' : 'dark')}
    >
      <Icon of={isDark ? Sun : Moon} />
    </IconButton>
  );
}
