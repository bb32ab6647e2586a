import {
  changeTemplate,
  testTemplate,
  type EmailWording,
  type SmsWording,
  type TemplateState,
} from '@zawadi/contract/messages';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { msisdn } from '@zawadi/contract/text';
import { Button } from '../../../ui/button.tsx';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { PhoneField } from '../../../ui/field.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { problemWith } from '../../forms/typed-fields.ts';
import { useAdministrator } from '../../session/session.tsx';
import { Differences } from '../audit/differences.tsx';
import { describeWording, LANGUAGE_WORDS } from './message-words.ts';

type MessageActionsProps = {
  state: TemplateState;
  typed: EmailWording | SmsWording;
  /** Back to what is in force. */
  onReset: () => void;
};

/** Try the words, keep them, or go back. */
export function MessageActions({ state, typed, onReset }: MessageActionsProps) {
  const [asking, setAsking] = useState<'save' | 'default' | 'test'>();
  const close = () => setAsking(undefined);
  const isTouched = JSON.stringify(describeWording(typed)) !== JSON.stringify(describeWording(state.wording));
  return (
    <div className="actions">
      <Button variant="secondary" onClick={() => setAsking('test')}>
        Send a test
      </Button>
      {isTouched && (
        <>
          <Button variant="secondary" onClick={onReset}>
            Undo
          </Button>
          <Button onClick={() => setAsking('save')}>Review change</Button>
        </>
      )}
      {!isTouched && !state.isDefault && (
        <Button variant="secondary" onClick={() => setAsking('default')}>
          Back to the first words
        </Button>
      )}
      {asking === 'test' && <TestMessage state={state} wording={typed} onClose={close} />}
      {asking === 'save' && <ConfirmMessage state={state} wording={typed} onClose={close} />}
      {asking === 'default' && <ConfirmMessage state={state} wording={null} onClose={close} />}
    </div>
  );
}

type ConfirmMessageProps = {
  state: TemplateState;
  /** Null goes back to the words that the message came with. */
  wording: EmailWording | SmsWording | null;
  onClose: () => void;
};

/** Says which words change, and keeps them. */
function ConfirmMessage({ state, wording, onClose }: ConfirmMessageProps) {
  const queries = useQueryClient();
  const refresh = async () => queries.invalidateQueries({ queryKey: queryKeys.templates });
  const { channel, template, language, latestVersionId: basedOn } = state;
  return (
    <ConfirmDialog
      title={`Change the ${LANGUAGE_WORDS[language]} words of “${state.title}”?`}
      reason="required"
      action="Change"
      busyLabel="Saving..."
      confirm={async (reason) => {
        const params = { channel, template, language };
        await call(changeTemplate, { params, body: { wording, reason, basedOn } });
        toast.success('Saved');
        onClose();
        await refresh();
      }}
      onClose={onClose}
    >
      <Differences
        before={describeWording(state.wording)}
        after={describeWording(wording ?? state.defaultWording)}
      />
    </ConfirmDialog>
  );
}

type TestMessageProps = { state: TemplateState; wording: EmailWording | SmsWording; onClose: () => void };

/** Sends the words with their examples: an SMS to a phone, an email to the own address. */
function TestMessage({ state, wording, onClose }: TestMessageProps) {
  const { email } = useAdministrator();
  const [phone, setPhone] = useState('');
  const [problem, setProblem] = useState<string>();
  const { channel, template, language } = state;
  const isSms = channel === 'sms';
  return (
    <ConfirmDialog
      title={`Send “${state.title}” as a test?`}
      action="Send"
      busyLabel="Sending..."
      check={() => {
        const found = isSms ? problemWith(msisdn, phone) : undefined;
        setProblem(found);
        return found === undefined;
      }}
      confirm={async () => {
        const body = isSms ? { wording, phone } : { wording };
        const { to } = await call(testTemplate, { params: { channel, template, language }, body });
        toast.success('On its way', `To ${to}.`);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="muted">
        It is made from the examples and changes nothing{isSms ? '.' : `; it comes to ${email}.`}
      </p>
      {isSms && (
        <PhoneField
          label="Phone number"
          value={phone}
          error={problem}
          onChange={({ target }) => setPhone(target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
