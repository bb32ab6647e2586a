import { Link } from '@tanstack/react-router';
import type { listTemplates } from '@zawadi/contract/messages';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import type { Column } from '../../../ui/data-table.tsx';
import { CHANNEL_WORDS, ownershipText } from './message-words.ts';

type Message = CallAnswer<typeof listTemplates>['templates'][number];

/** When a message is sent, on which way, and whose words it has; a press anywhere on a row opens it. */
export const messageColumns: Column<Message>[] = [
  {
    label: 'When it is sent',
    cell: ({ channel, template, title }) => (
      <Link
        className="row-open"
        to="/admin/settings/messages/$channel/$template/$language"
        params={{ channel, template, language: 'en' }}
        aria-label={`${title}, ${CHANNEL_WORDS[channel]}`}
      >
        {title}
      </Link>
    ),
    slip: 'name',
    className: 'wraps',
  },
  { label: 'By', cell: ({ channel }) => CHANNEL_WORDS[channel], slip: 'second' },
  { label: 'Wording', cell: ({ changed }) => ownershipText(changed), slip: 'third', className: 'muted' },
];
