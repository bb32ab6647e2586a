import { Link } from '@tanstack/react-router';
import type { NoteSubject } from '@zawadi/contract/notes';
import {
  readTimeline,
  timelineKind,
  type TimelineEvent,
  type TimelineKind,
} from '@zawadi/contract/timelines';
import { useState } from 'react';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { timeText } from '../../../ui/time-text.ts';
import { Timeline, type TimelineItem } from '../../../ui/timeline.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import '../notes/notes.css';
import { noteOf } from './note-of.ts';

const KIND_WORDS = {
  note: 'Notes',
  request: 'Requests and decisions',
  letter: 'Letters',
  message: 'Messages',
  payment: 'Payments',
  security: 'Sign-ins and security',
  action: 'What administrators did',
  read: 'Who looked',
} as const satisfies Record<TimelineKind, string>;

const ALL = 'all';
const OPTIONS = [
  { value: ALL, label: 'Everything' },
  ...timelineKind.options.map((value) => ({ value, label: KIND_WORDS[value] })),
];

/** Everything about a person in one timeline, newest first. */
export function TimelineSheet({ of }: { of: NoteSubject & { subjectKind: 'user' } }) {
  const [shown, setShown] = useState<string>(ALL);
  const kind = timelineKind.options.find((one) => one === shown);
  const { subjectKind, subjectId } = of;
  const params = { subjectKind, subjectId };
  const list = usePages(readTimeline, {
    queryKey: adminQueryKeys.personTimeline({ ...params, kind }),
    params,
    query: { kind },
  });
  const events = list.data?.pages.flatMap((page) => page.events);
  return (
    <Sheet title="Timeline" isPadded>
      <div className="stack notes">
        <SelectField
          label="Show events"
          value={shown}
          onChange={({ target }) => setShown(target.value)}
          options={OPTIONS}
        />
        {events === undefined && list.error === null && <ListSkeleton rows={4} />}
        {events === undefined && list.error !== null && (
          <LoadFailure title="Failed to load the timeline" of={list} />
        )}
        {events?.length === 0 && <EmptyState title="Nothing yet" />}
        {events !== undefined && events.length > 0 && <Timeline items={events.map(itemOf)} />}
        {list.hasNextPage && (
          <MoreButton onMore={() => void list.fetchNextPage()} isBusy={list.isFetchingNextPage} />
        )}
      </div>
    </Sheet>
  );
}

function itemOf(event: TimelineEvent, index: number): TimelineItem {
  return {
    key: `${event.eventId} ${index}`,
    state: 'done',
    title: titleOf(event),
    time: timeText(new Date(event.at)),
    note: noteOf(event),
  };
}

function titleOf({ title, transaction, supportRequestId }: TimelineEvent) {
  if (transaction !== undefined) {
    return (
      <Link to="/admin/transactions/$type/$transactionId" params={transaction}>
        {title}
      </Link>
    );
  }
  if (supportRequestId !== undefined) {
    return (
      <Link to="/admin/support" search={{ status: 'all', letter: supportRequestId }}>
        {title}
      </Link>
    );
  }
  return title;
}
