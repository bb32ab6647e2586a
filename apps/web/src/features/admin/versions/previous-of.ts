import type { SettingVersion } from '@zawadi/contract/settings-versions';

/**
 * What held, or was to hold, before a version: the next older one that was not taken back.
 * @param versions newest first
 */
export function previousOf<Version extends Pick<SettingVersion, 'state'>>(
  versions: readonly Version[],
  index: number,
): Version | undefined {
  return versions.slice(index + 1).find(({ state }) => state !== 'withdrawn');
}
