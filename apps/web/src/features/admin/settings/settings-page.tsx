import type { ReactNode } from 'react';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { SettingsTabs } from './settings-tabs.tsx';

type SettingsPageProps<State> = {
  title: string;
  /** Sentence below the title. */
  intro?: ReactNode;
  query: {
    data: State | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Title of the error when the setting cannot be loaded. */
  failed: string;
  children: (state: State) => ReactNode;
};

/** One page of the settings: its skeleton, error or content. */
export function SettingsPage<State>({ title, intro, query, failed, children }: SettingsPageProps<State>) {
  return (
    <>
      <PageTitle title={title}>{intro}</PageTitle>
      <SettingsTabs />
      {query.data === undefined ? (
        <Sheet>
          {query.error === null ? <ListSkeleton rows={6} /> : <LoadFailure title={failed} of={query} />}
        </Sheet>
      ) : (
        children(query.data)
      )}
    </>
  );
}
