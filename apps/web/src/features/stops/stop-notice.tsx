import type { StopName } from '@zawadi/contract/stops';
import { currentLanguage } from '../../i18n/language.ts';
import { Alert } from '../../ui/alert.tsx';
import { usePublicSettings } from '../consumer/settings/use-public-settings.ts';

/** How often a screen asks whether something is stopped. */
export const CHECK_EVERY_MS = 30_000;

/** Says that something is stopped, in the administrators' own words; shows nothing otherwise. */
export function StopNotice({ of }: { of: StopName | readonly StopName[] }) {
  const { data: settings } = usePublicSettings({ checkEveryMs: CHECK_EVERY_MS });
  const language = currentLanguage();
  return settings?.stops
    .filter(({ name }) => [of].flat().includes(name))
    .map(({ name, sentence }) => (
      <Alert key={name} tone="warn" isLive>
        {sentence[language]}
      </Alert>
    ));
}
