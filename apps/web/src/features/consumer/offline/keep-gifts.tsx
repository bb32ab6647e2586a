import { sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useKeptGifts } from './use-kept-gifts.ts';

/** The switch that keeps gifts readable on this device when there is no network. Off until somebody wants it. */
export function KeepGifts() {
  const { isOn, change, count, isKeeping, error } = useKeptGifts();
  return (
    <Sheet title={say('Without network')} isPadded>
      <div className="stack">
        <Checkbox
          label={say('Keep my gifts and their codes on this device')}
          checked={isOn}
          onChange={(event) => change(event.target.checked)}
        />
        <p className="small muted">
          {say(
            'You can then show them at a till without network. They are encrypted, and wiped when you log out. Switch this on only on a phone of your own.',
          )}
        </p>
        <p className="small" role="status">
          {isOn && statusOf({ count, isKeeping, error })}
        </p>
      </div>
    </Sheet>
  );
}

type Keeping = Pick<ReturnType<typeof useKeptGifts>, 'count' | 'isKeeping' | 'error'>;

function statusOf({ count, isKeeping, error }: Keeping): string | undefined {
  if (isKeeping && count === undefined) return say('Loading...');
  if (error !== null) return sentenceOf(error);
  return count === undefined ? undefined : say('Gifts kept: {count}', { count });
}
