import { Monitor, Moon, Sun } from 'lucide-react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { useTheme } from './theme.ts';

const ICONS = { light: Sun, dark: Moon, system: Monitor } as const;

/** Steps through light, dark and the device's own choice. */
export function ThemeButton() {
  const { theme, next, choose } = useTheme();
  const label = `Theme: ${theme}. Change to ${next}`;
  return (
    <IconButton label={label} title={label} onClick={() => choose(next)}>
      <Icon of={ICONS[theme]} />
    </IconButton>
  );
}
