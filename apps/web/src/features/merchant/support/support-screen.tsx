import { writeToSupport } from '@zawadi/contract/support';
import { shortReference } from '@zawadi/contract/short-reference';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { readDraft, writeDraft } from '../../forms/draft.ts';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useMerchant } from '../../session/session.tsx';
import { LetterFields } from '../../support/letter-fields.tsx';
import { Letters } from '../../support/letters.tsx';
import { useLetters } from './use-letters.ts';
import { HelpArticles } from './help-article-list.tsx';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';

type LetterSentProps = { supportRequestId: string; onAnother: () => void };

const DRAFT = 'support-letter';
const EMPTY = { subject: '', message: '', reference: '' };

const draft = z.object({ subject: z.string(), message: z.string(), reference: z.string() });

/** Help articles, and a form to write to support. */
export function SupportScreen() {
  return (
    <>
      <PageTitle title={say('Support')} />
      <div className="cols">
        <HelpArticles />
        <div className="stack-5">
          <SupportLetter />
          <OwnLetters />
        </div>
      </div>
    </>
  );
}

/** Letters of the shop, or of this member, with our answers. */
function OwnLetters() {
  const list = useLetters();
  const letters = list.data?.pages.flatMap((page) => page.letters) ?? [];
  if (letters.length === 0) return null;
  return (
    <Sheet title={say('Your letters')} isPadded>
      <div className="stack-2">
        <Letters letters={letters} />
        {list.hasNextPage && (
          <div>
            <Button
              variant="secondary"
              small
              isBusy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {say('Show more')}
            </Button>
          </div>
        )}
      </div>
    </Sheet>
  );
}

/** Form for a letter to Zawadi's support. The text is kept until it is sent, even across a reload. */
function SupportLetter() {
  const [sentId, setSentId] = useState<string>();
  return (
    <Sheet title={say('Write to us')} isPadded>
      {sentId === undefined ? (
        <LetterForm onSent={setSentId} />
      ) : (
        <LetterSent supportRequestId={sentId} onAnother={() => setSentId(undefined)} />
      )}
    </Sheet>
  );
}

function LetterForm({ onSent }: { onSent: (supportRequestId: string) => void }) {
  const { merchantCode, staffRole } = useMerchant();
  const who = `${merchantCode}:${staffRole}`;
  const { register, submit, isBusy, problemOf, getValues } = useContractForm(writeToSupport, {
    schema: writeToSupport.body,
    defaultValues: readDraft(DRAFT, who, draft) ?? EMPTY,
    onSaved: ({ supportRequestId }) => {
      writeDraft(DRAFT, who, EMPTY);
      onSent(supportRequestId);
    },
    refresh: [queryKeys.allOwnLetters],
    elsewhere: 'root',
    fallback: say('Your message was not sent. Please try again.'),
  });
  const problem = problemOf('root');
  return (
    <form className="stack" noValidate onChange={() => writeDraft(DRAFT, who, getValues())} onSubmit={submit}>
      <LetterFields register={register} problemOf={problemOf} />
      <TextField
        label={say('What it is about')}
        isOptional
        maxLength={200}
        help={say('A voucher ID, an M-PESA ID or a batch ID helps us to find it.')}
        error={problemOf('reference')}
        {...register('reference')}
      />
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

/** Says what happens next with a letter that was sent. */
function LetterSent({ supportRequestId, onAnother }: LetterSentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone. Focus the result, so that screen readers announce it.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        {say('Your message was sent')}
      </h3>
      <p>{say('We have sent a copy to your email address. We answer there and under Your letters.')}</p>
      <p className="small muted">
        <RichText
          text="Your reference is {reference}. Your balance and your batches stay as they are while we look into it."
          reference={<b className="code">{shortReference(supportRequestId)}</b>}
        />
      </p>
      <div>
        <Button variant="secondary" onClick={onAnother}>
          {say('Write another message')}
        </Button>
      </div>
    </div>
  );
}
