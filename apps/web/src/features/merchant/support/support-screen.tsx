import { zodResolver } from '@hookform/resolvers/zod';
import { writeToSupport } from '@zawadi/contract/support';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { PageTitle } from '../../../ui/page-title.tsx';
import { call, sentenceOf } from '../../../api/call.ts';
import { showAtFields } from '../../../api/field-problems.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { readDraft, writeDraft } from '../../forms/draft.ts';
import { useMerchant } from '../../session/session.tsx';
import { HelpArticles } from './help-article-list.tsx';

type LetterSentProps = { supportRequestId: string; onAnother: () => void };

const DRAFT = 'support-letter';
const EMPTY = { subject: '', message: '', reference: '' };
const FIELDS = { subject: 'subject', message: 'message', reference: 'reference' } as const;

const draft = z.object({ subject: z.string(), message: z.string(), reference: z.string() });

/** Answers to read, and a letter for what they leave open. */
export function SupportScreen() {
  return (
    <>
      <PageTitle title="Support" />
      <div className="cols">
        <HelpArticles />
        <SupportLetter />
      </div>
    </>
  );
}

/** A letter to the people who run Zawadi. What is typed stays until it was sent, also over a reload. */
function SupportLetter() {
  const [sentId, setSentId] = useState<string>();
  return (
    <Sheet title="Write to us" isPadded>
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
  const { register, handleSubmit, setError, getValues, formState } = useForm({
    resolver: zodResolver(writeToSupport.body),
    defaultValues: readDraft(DRAFT, who, draft) ?? EMPTY,
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (letter) => {
    try {
      const { supportRequestId } = await call(writeToSupport, { body: letter });
      writeDraft(DRAFT, who, EMPTY);
      onSent(supportRequestId);
    } catch (error) {
      if (showAtFields(error, setError, FIELDS)) return;
      setError('root', { message: sentenceOf(error, 'Your message was not sent. Please try again.') });
    }
  });
  return (
    <form
      className="stack"
      noValidate
      onChange={() => writeDraft(DRAFT, who, getValues())}
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        label="Subject"
        maxLength={120}
        required
        error={errors.subject?.message}
        {...register('subject')}
      />
      <TextArea
        label="Message"
        rows={6}
        maxLength={4000}
        required
        help="Never tell us a password, a PIN or the code of a voucher."
        error={errors.message?.message}
        {...register('message')}
      />
      <TextField
        label="What it is about"
        isOptional
        maxLength={200}
        help="A voucher ID, an M-PESA ID or a batch ID helps us to find it."
        error={errors.reference?.message}
        {...register('reference')}
      />
      {errors.root?.message !== undefined && (
        <Alert tone="danger" isLive>
          {errors.root.message} What you wrote is still here.
        </Alert>
      )}
      <Button type="submit" wide isBusy={isSubmitting} busyLabel="Sending...">
        Send message
      </Button>
    </form>
  );
}

/** What happens next with a letter. */
function LetterSent({ supportRequestId, onAnother }: LetterSentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form with the focus is gone; a screen reader hears the result.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        Your message was sent
      </h3>
      <p>A copy is on its way to your email address. We read every message and answer there.</p>
      <p className="small muted">
        Your request is <b className="code">{supportRequestId.slice(-8).toUpperCase()}</b>.
      </p>
      <div>
        <Button variant="secondary" onClick={onAnother}>
          Write another message
        </Button>
      </div>
    </div>
  );
}
