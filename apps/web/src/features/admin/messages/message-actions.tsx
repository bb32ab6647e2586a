import type { EmailWording, SmsWording, TemplateState } from '@zawadi/contract/messages';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmMessage } from './confirm-message.tsx';
import { describeWording } from './message-words.ts';
import { TestMessage } from './test-message.tsx';

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
