import { say } from '../../../i18n/say.ts';
import type { Phrase } from '../../../i18n/say.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { useTheme } from '../../../ui/theme.ts';
import type { Theme } from '../../../ui/theme.ts';

const CHOICES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'As the device'],
] as const satisfies readonly (readonly [Theme, Phrase])[];

/** Light, dark, or whatever the device says. Kept on this device only. */
export function Appearance() {
  const { theme, choose } = useTheme();
  return (
    <Sheet title={say('Appearance')} isPadded>
      <div className="chips" role="group" aria-label={say('Appearance')}>
        {CHOICES.map(([value, label]) => (
          <button
            key={value}
            type="button"
            className="chip"
            aria-pressed={theme === value}
            onClick={() => choose(value)}
          >
            {say(label)}
          </button>
        ))}
      </div>
    </Sheet>
  );
}
