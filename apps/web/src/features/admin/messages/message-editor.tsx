import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewTemplate, type TemplateState } from '@zawadi/contract/messages';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useRights } from '../use-rights.ts';
import { MessageActions } from './message-actions.tsx';
import { MessagePreview } from './message-preview.tsx';
import { typedWording, wordingOf } from './message-words.ts';
import { PlaceholderList } from './placeholder-list.tsx';
import { WordingFields } from './wording-fields.tsx';

const TYPING_PAUSE_MS = 400;

/** The words of a message beside what arrives; whoever may not change them reads both. */
export function MessageEditor({ state }: { state: TemplateState }) {
  const { channel, template, language, wording, placeholders, preview } = state;
  const { isAdministrator } = useRights();
  const { register, control, reset } = useForm({ defaultValues: typedWording(wording) });
  const [subject, heading, text, note] = useWatch({ control, name: ['subject', 'heading', 'text', 'note'] });
  const typed = wordingOf(channel, { subject, heading, text, note });
  const asked = useLater(JSON.stringify(typed));
  const shown = useQuery({
    queryKey: queryKeys.templatePreview({ channel, template, language, asked }),
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

/** What was wrong with the wording, as precisely as the server says it. */
function problemOf(error: Error): string {
  if (!(error instanceof CallRefused)) return sentenceOf(error);
  return error.fields.map(({ message }) => message).join(' ') || error.message;
}

/** A text, once nobody has typed for a moment. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setLater(text), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  return later;
}
