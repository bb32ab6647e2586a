import type { DayClose } from '@zawadi/contract/day-closes';
import { Check, Clock } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { Icon } from '../../../ui/icon.tsx';

/** Whether a closed day is confirmed. */
export function CloseState({ confirmed }: Pick<DayClose, 'confirmed'>) {
  const isWaiting = confirmed === undefined;
  return (
    <span className={isWaiting ? 'badge warn' : 'status success'}>
      <Icon of={isWaiting ? Clock : Check} />
      {isWaiting ? say('To confirm') : say('Confirmed')}
    </span>
  );
}
