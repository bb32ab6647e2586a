import {
  changeTemplate,
  testTemplate,
  type EmailWording,
  type SmsWording,
  type TemplateState,
} from '@zawadi/contract/templates';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useAdministrator } from '../../session/session.tsx';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { Differences } from '../audit/differences.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { describeWording, LANGUAGE_WORDS } from './message-words.ts';

type MessageActionsProps = {
  state: TemplateState;
  typed: EmailWording | SmsWording;
  /** Resets the fields to the current wording. */
  onReset: () => void;
};

/** Buttons that test, save or reset the wording. */
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
          Restore the default words
        </Button>
      )}
      {asking === 'test' && <TestMessage state={state} wording={typed} onClose={close} />}
      {asking === 'save' && (
        <ConfirmMessage state={state} wording={typed} onReset={onReset} onClose={close} />
      )}
      {asking === 'default' && (
        <ConfirmMessage state={state} wording={null} onReset={onReset} onClose={close} />
      )}
    </div>
  );
}

type ConfirmMessageProps = {
  state: TemplateState;
  /** The new wording; null restores the default wording. */
  wording: EmailWording | SmsWording | null;
  onReset: () => void;
  onClose: () => void;
};

/** Shows which words change, and saves the wording. */
function ConfirmMessage({ state, wording, onReset, onClose }: ConfirmMessageProps) {
  const queries = useQueryClient();
  const refresh = async () => {
    for (const queryKey of [adminQueryKeys.templates, adminQueryKeys.approvals]) {
      await queries.invalidateQueries({ queryKey });
    }
  };
  const { channel, template, language, latestVersionId: basedOn } = state;
  return (
    <ConfirmDialog
      title={`Change the ${LANGUAGE_WORDS[language]} words of “${state.title}”?`}
      reason="required"
      action="Change"
      busyLabel="Saving..."
      confirm={async (reason) => {
        const params = { channel, template, language };
        const { action } = await call(changeTemplate, { params, body: { wording, reason, basedOn } });
        toastOutcome(action, 'Saved');
        if (action.outcome === 'waiting') onReset();
        onClose();
        await refresh();
      }}
      onClose={onClose}
    >
      <Differences
        before={describeWording(state.wording)}
        after={describeWording(wording ?? state.defaultWording)}
      />
      <EffectOfAction action={{ kind: 'template-wording', channel, template, language, wording, basedOn }} />
    </ConfirmDialog>
  );
}

type TestMessageProps = { state: TemplateState; wording: EmailWording | SmsWording; onClose: () => void };

/** Mails the wording with example values to the administrator. An SMS is mailed as text. */
function TestMessage({ state, wording, onClose }: TestMessageProps) {
  const { email } = useAdministrator();
  const { channel, template, language } = state;
  return (
    <ConfirmDialog
      title={`Send “${state.title}” as a test?`}
      action="Send"
      busyLabel="Sending..."
      confirm={async () => {
        const params = { channel, template, language };
        const { to } = await call(testTemplate, { params, body: { wording } });
        toast.success('On its way', `To ${to}.`);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="muted">
        We fill it with example data. It changes nothing. {channel === 'sms' ? 'The text of the SMS' : 'It'}{' '}
        comes to {email}.
      </p>
    </ConfirmDialog>
  );
}
