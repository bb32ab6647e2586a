import type { SettingVersion } from '@zawadi/contract/settings-versions';
import { Check, Clock, History, Undo2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { dateText } from '../../../ui/time-text.ts';
import { Time } from '../../../ui/time.tsx';
import { Differences } from '../audit/differences.tsx';
import './versions.css';

type VersionListProps<Version extends SettingVersion> = {
  /** Versions of the setting, newest first. */
  versions: readonly Version[];
  /** Describes a version as labels and values. */
  describe: (version: Version) => Record<string, string>;
  /** Values before the first version. If missing, the first version shows no changes. */
  before?: Record<string, string>;
  /** Button shown below a version that can still be withdrawn. */
  TakeBack?: ComponentType<{ version: Version }> | undefined;
  title?: string;
};

/** Sheet with all versions of a setting, or a note that there are none. */
export function Changes<Version extends SettingVersion>(list: VersionListProps<Version>) {
  return (
    <Sheet title={list.title ?? 'Changes'}>
      {list.versions.length === 0 ? <p className="pad muted">No changes yet.</p> : <VersionList {...list} />}
    </Sheet>
  );
}

/** Lists a setting's changes: what changed, by whom, why, and from when. */
function VersionList<Version extends SettingVersion>({
  versions,
  describe,
  before,
  TakeBack,
}: VersionListProps<Version>) {
  return (
    <ul className="versions">
      {versions.map((version, index) => {
        const previous = previousOf(versions, index);
        const was = previous === undefined ? before : describe(previous);
        return (
          <li key={version.versionId} className="stack-2">
            <div className="spread">
              <b className="strong">
                <When version={version} />
              </b>
              <VersionState state={version.state} />
            </div>
            <p className="small muted">
              {version.changedBy ?? 'The configuration'}, <Time at={version.changedAt} />
              {version.reason !== '' && `: ${version.reason}`}
            </p>
            {was !== undefined && <Differences before={was} after={describe(version)} />}
            {version.state === 'upcoming' && TakeBack !== undefined && <TakeBack version={version} />}
          </li>
        );
      })}
    </ul>
  );
}

function When({ version: { state, effectiveFrom } }: { version: SettingVersion }) {
  if (state === 'upcoming') return <>From {dateText(new Date(effectiveFrom))}</>;
  if (state === 'withdrawn') return <>Was to hold from {dateText(new Date(effectiveFrom))}</>;
  return (
    <>
      Since <Time at={effectiveFrom} />
    </>
  );
}

const STATES = {
  current: { look: 'badge success', icon: Check, word: 'In force' },
  upcoming: { look: 'badge info', icon: Clock, word: 'To come' },
  past: { look: 'status neutral', icon: History, word: 'Past' },
  withdrawn: { look: 'status neutral', icon: Undo2, word: 'Taken back' },
} as const;

function VersionState({ state }: Pick<SettingVersion, 'state'>) {
  const { look, icon, word } = STATES[state];
  return (
    <span className={look}>
      <Icon of={icon} />
      {word}
    </span>
  );
}

/**
 * Returns the version before another: the next older version that was not withdrawn.
 * @param versions newest first
 */
export function previousOf<Version extends Pick<SettingVersion, 'state'>>(
  versions: readonly Version[],
  index: number,
): Version | undefined {
  return versions.slice(index + 1).find(({ state }) => state !== 'withdrawn');
}
