import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  previewTemplate,
  type TemplateChannel,
  type TemplatePreview,
  type TemplateState,
} from '@zawadi/contract/templates';
import { useCallback, useEffect, useState } from 'react';
import { useForm, useWatch, type UseFormRegister } from 'react-hook-form';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { useRights } from '../use-rights.ts';
import { MessageActions } from './message-actions.tsx';
import { typedWording, wordingOf } from './message-words.ts';
import './messages.css';

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string },
  ) => { createHTML: (html: string) => string };
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const mails = mailPolicy();

/** Returns `refused` in a page that was opened outside /admin, whose header does not allow this policy. */
function mailPolicy() {
  try {
    return trustedTypes?.createPolicy('mail-preview', { createHTML: (html) => html });
  } catch {
    return 'refused';
  }
}

const TYPING_PAUSE_MS = 400;

/** A message's wording next to its preview; read-only for roles that may not change it. */
export function MessageEditor({ state }: { state: TemplateState }) {
  const { channel, template, language, wording, placeholders, preview } = state;
  const { isAdministrator } = useRights();
  const { register, control, reset } = useForm({ defaultValues: typedWording(wording) });
  const [subject, heading, text, note] = useWatch({ control, name: ['subject', 'heading', 'text', 'note'] });
  const typed = wordingOf(channel, { subject, heading, text, note });
  const asked = useLater(JSON.stringify(typed));
  const shown = useQuery({
    queryKey: adminQueryKeys.templatePreview({ channel, template, language, asked }),
    queryFn: ({ signal }) =>
      call(previewTemplate, {
        params: { channel, template, language },
        body: { wording: JSON.parse(asked) as typeof typed },
        signal,
      }),
    enabled: asked !== JSON.stringify(wordingOf(channel, typedWording(wording))),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <div className="cols even">
      <Sheet title="Wording" isPadded>
        <div className="stack">
          <WordingFields channel={channel} register={register} isReadOnly={!isAdministrator} />
          {shown.isError && (
            <Alert tone="warn" isLive>
              {problemOf(shown.error)}
            </Alert>
          )}
          <PlaceholderList placeholders={placeholders} />
          {isAdministrator && (
            <MessageActions state={state} typed={typed} onReset={() => reset(typedWording(wording))} />
          )}
        </div>
      </Sheet>
      <Sheet title="As it arrives" isPadded>
        <MessagePreview preview={shown.data ?? preview} />
      </Sheet>
    </div>
  );
}

/** Returns the problem with the wording, as precisely as the server reports it. */
function problemOf(error: Error): string {
  if (!(error instanceof CallRefused)) return sentenceOf(error);
  return error.fields.map(({ message }) => message).join(' ') || error.message;
}

/** Returns the text after the person has paused typing. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setLater(text), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return later;
}

/** Lists the placeholders allowed in a wording, each with an example. */
function PlaceholderList({ placeholders }: Pick<TemplateState, 'placeholders'>) {
  if (placeholders.length === 0) return null;
  return (
    <div>
      <h3 className="label">Placeholders</h3>
      <dl className="facts">
        {placeholders.map(({ name, example, isRequired }) => (
          <div key={name}>
            <dt>
              <span className="placeholder">{`{${name}}`}</span>
              {isRequired && ' (needed)'}
            </dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type WordingFieldsProps = {
  channel: TemplateChannel;
  register: UseFormRegister<ReturnType<typeof typedWording>>;
  isReadOnly: boolean;
};

/** Fields of a wording; an SMS has only one field, its text. */
function WordingFields({ channel, register, isReadOnly: readOnly }: WordingFieldsProps) {
  if (channel === 'sms') {
    return (
      <TextArea
        label="Text"
        rows={5}
        maxLength={480}

        readOnly={readOnly}
        {...register('text')}
      />
    );
  }
  return (
    <>
      <TextField label="Subject" maxLength={150} readOnly={readOnly} {...register('subject')} />
      <TextField label="Heading" maxLength={150} readOnly={readOnly} {...register('heading')} />
      <TextArea
        label="Text"
        rows={8}
        maxLength={4000}
        help="An empty line begins a new paragraph."
        readOnly={readOnly}
        {...register('text')}
      />
      <TextField label="Small print" isOptional maxLength={500} readOnly={readOnly} {...register('note')} />
    </>
  );
}

/** A message with example values, as its recipient sees it. */
function MessagePreview({ preview }: { preview: TemplatePreview }) {
  if (preview.channel === 'email') {
    return (
      <div className="stack">
        <p>
          <span className="muted">Subject:</span> <b className="strong">{preview.subject}</b>
        </p>
        <MailFrame html={preview.html} />
      </div>
    );
  }
  const { text, length, parts, replaced } = preview;
  return (
    <div className="stack">
      <p className="sms-bubble">{text}</p>
      <p className="small muted num">
        {length} characters, {parts === 1 ? 'one SMS' : `${parts} SMS`}
      </p>
      {replaced.length > 0 && (
        <p className="small">A plain SMS does not have {replaced.join(' ')}: replaced or left out.</p>
      )}
    </div>
  );
}

/** The sandbox grants no permission, so nothing in the mail can run. */
function MailFrame({ html }: { html: string }) {
  const show = useCallback(
    (frame: HTMLIFrameElement | null) => {
      // Set `srcdoc` here: React would set a plain string, which the page's policy (Trusted Types) rejects.
      if (frame && mails !== 'refused') frame.srcdoc = mails ? mails.createHTML(html) : html;
    },
    [html],
  );
  if (mails === 'refused') {
    return (
      <Alert tone="warn">
        <div className="stack-2">
          <p>This page cannot show the email yet, because you opened another part of Zawadi before it.</p>
          <Button variant="secondary" small onClick={() => globalThis.location.reload()}>
            Load the page again
          </Button>
        </div>
      </Alert>
    );
  }
  return <iframe className="mail-frame" title="The mail" sandbox="" ref={show} />;
}
