import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { settlementDetail } from '@zawadi/contract/settlements';
import { timeText } from '../../ui/time-text.ts';
import type { TimelineItem } from '../../ui/timeline.tsx';
import { say } from '../../i18n/say.ts';
import { batchSentence } from './batch-words.ts';

type Detail = Pick<CallAnswer<typeof settlementDetail>, 'settlement' | 'steps'>;

/** Returns a batch's events as a timeline; the last item shows what the batch waits for. */
export function settlementTimeline({ settlement, steps }: Detail): TimelineItem[] {
  return [
    ...steps.map(({ at, text, isSetback }, index): TimelineItem => ({
      key: `${at} ${index}`,
      state: isSetback ? 'failed' : 'done',
      title: batchSentence(text),
      time: timeText(new Date(at)),
    })),
    ...ahead(settlement),
  ];
}

function ahead({ status, destination }: Detail['settlement']): TimelineItem[] {
  if (status === 'Processing')
    return [
      { key: 'now', state: 'now', title: say('The money is on its way to {destination}', { destination }) },
      { key: 'paid', state: 'ahead', title: say('Paid') },
    ];
  if (status === 'Pending')
    return [
      {
        key: 'now',
        state: 'now',
        title: say('Waiting for its pay-out'),
        note: say('Nothing is lost: the money stays in this batch.'),
      },
      { key: 'paid', state: 'ahead', title: say('Paid') },
    ];
  return [];
}
