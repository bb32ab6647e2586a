import { clsx } from 'clsx';
import { say } from '../i18n/say.ts';

const GROUP = /.{1,4}/gu;
const HIDDEN = '••••';

/**
 * The code in four groups, never broken inside a group.
 * @param props.code all 16 symbols, with or without dashes; without it every group is hidden
 * @param props.lastFour the last group, when that is all the viewer may see
 */
export function TicketCode({ code, lastFour }: { code?: string; lastFour?: string }) {
  const groups = ticketCodeGroups(code, lastFour);
  return (
    <div>
      <p className="ticket-label">{say('Code')}</p>
      <p className={clsx('ticket-code', code === undefined && 'no-underline')}>
        {groups.map((group, position) => (
          // oxlint-disable-next-line react/no-array-index-key -- four fixed places, and hidden groups are alike
          <span key={position} aria-hidden={group === HIDDEN}>
            {group}
          </span>
        ))}
      </p>
    </div>
  );
}

/** Always four groups: what may be seen, and dots for the rest. */
export function ticketCodeGroups(code?: string, lastFour?: string): string[] {
  const seen = code?.replaceAll('-', '').match(GROUP);
  return seen ?? [HIDDEN, HIDDEN, HIDDEN, lastFour ?? HIDDEN];
}
