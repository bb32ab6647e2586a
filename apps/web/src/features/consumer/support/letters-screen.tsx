import { Link } from '@tanstack/react-router';
import { writeAsConsumer } from '@zawadi/contract/support';
import { z } from 'zod';
import { queryKeys } from '../../../api/query-keys.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { toast } from '../../../ui/toast.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { readDraft, writeDraft } from '../../forms/draft.ts';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useUser } from '../../session/session.tsx';
import { LetterFields } from '../../support/letter-fields.tsx';
import { Letters } from '../../support/letters.tsx';
import { useLetters } from './use-letters.ts';

const DRAFT = 'support-letter';
const EMPTY = { subject: '', message: '' };
const draft = z.object({ subject: z.string(), message: z.string() });

/** A consumer's letters to support with our answers, and a form to write to us. */
export function LettersScreen() {
  return (
    <>
      <PageTitle title={say('Support')}>
        <RichText text="<link>Help</link> answers common questions at once." link={<Link to="/support" />} />
      </PageTitle>
      <div className="cols form">
        <Sheet title={say('Write to us')} isPadded>
          <LetterForm />
        </Sheet>
        <OwnLetters />
      </div>
    </>
  );
}

/** Form for a letter. The text is kept until it is sent, even across a reload. */
function LetterForm() {
  const { email, phoneNumber } = useUser();
  const who = email || phoneNumber;
  const { register, submit, isBusy, problemOf, getValues, setValue } = useContractForm(writeAsConsumer, {
    schema: writeAsConsumer.body.omit({ about: true }),
    defaultValues: readDraft(DRAFT, who, draft) ?? EMPTY,
    onSaved: () => {
      writeDraft(DRAFT, who, EMPTY);
      setValue('subject', '');
      setValue('message', '');
      toast.success(say('Your message was sent'), say('You see our answer here and under Your letters.'));
    },
    refresh: [queryKeys.allOwnLetters],
    elsewhere: 'root',
    fallback: say('Your message was not sent. Please try again.'),
  });
  const problem = problemOf('root');
  return (
    <form className="stack" noValidate onChange={() => writeDraft(DRAFT, who, getValues())} onSubmit={submit}>
      <p className="small muted">
        {say('Is it about a payment or gift? Open it and press Report a problem there.')}
      </p>
      <LetterFields register={register} problemOf={problemOf} />
      {problem !== undefined && (
        <Alert tone="danger" isLive>
          {problem} {say('Your text is still here.')}
        </Alert>
      )}
      <Button type="submit" wide isBusy={isBusy} busyLabel={say('Sending...')}>
        {say('Send message')}
      </Button>
    </form>
  );
}

function OwnLetters() {
  const list = useLetters();
  const letters = list.data?.pages.flatMap((page) => page.letters);
  return (
    <Sheet title={say('Your letters')} isPadded>
      {letters === undefined && list.error === null && <ListSkeleton rows={2} />}
      {letters === undefined && list.error !== null && (
        <LoadFailure title={say('Failed to load your letters')} of={list} />
      )}
      {letters?.length === 0 && (
        <EmptyState title={say('No letters yet')}>{say('We answer here, by SMS and by email.')}</EmptyState>
      )}
      {letters !== undefined && letters.length > 0 && (
        <div className="stack-2">
          <Letters letters={letters} />
          {list.hasNextPage && (
            <MoreButton onMore={() => void list.fetchNextPage()} isBusy={list.isFetchingNextPage} />
          )}
        </div>
      )}
    </Sheet>
  );
}
