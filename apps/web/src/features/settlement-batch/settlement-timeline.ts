import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { settlementDetail } from '@zawadi/contract/settlements';
import { timeText } from '../../ui/time-text.ts';
import type { TimelineItem } from '../../ui/timeline.tsx';

type Detail = Pick<CallAnswer<typeof settlementDetail>, 'settlement' | 'steps'>;

/** The life of a batch as knots on a thread, ending with what it waits for. */
export function settlementTimeline({ settlement, steps }: Detail): TimelineItem[] {
  return [
    ...steps.map(({ at, text, isSetback }, index): TimelineItem => ({
      key: `${at} ${index}`,
      state: isSetback ? 'failed' : 'done',
      title: text,
      time: timeText(new Date(at)),
    })),
    ...ahead(settlement),
  ];
}

function ahead({ status, destination }: Detail['settlement']): TimelineItem[] {
  if (status === 'Processing')
    return [
      { key: 'now', state: 'now', title: `The money is on its way to ${destination}` },
      { key: 'paid', state: 'ahead', title: 'Paid' },
    ];
  if (status === 'Pending')
    return [
      {
        key: 'now',
        state: 'now',
        title: 'Waits for its pay-out',
        note: 'Nothing is lost: the money stays in this batch.',
      },
      { key: 'paid', state: 'ahead', title: 'Paid' },
    ];
  return [];
}
