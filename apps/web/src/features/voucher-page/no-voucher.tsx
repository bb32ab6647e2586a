import { say } from '../../i18n/say.ts';
import { useDocumentTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

const words = {
  unknown: {
    title: 'We do not know this voucher.',
    sentence: 'The link may be cut off, or replaced by a newer one. Look for the latest SMS or e-mail.',
  },
  'not-yet': {
    title: 'This gift is not open yet',
    sentence: 'It is paid for and on its way. It opens at the moment its sender has chosen.',
  },
} as const;

/** There is nothing to show behind this link: never, or not yet. */
export function NoVoucher({ reason }: { reason: keyof typeof words }) {
  const title = say(words[reason].title);
  useDocumentTitle(title);
  return (
    <>
      <h1 className="sr">{say('A gift on Zawadi')}</h1>
      <EmptyState title={title}>{say(words[reason].sentence)}</EmptyState>
    </>
  );
}
