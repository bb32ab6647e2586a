import {
  testTemplate,
  type EmailWording,
  type SmsWording,
  type TemplateState,
} from '@zawadi/contract/messages';
import { msisdn } from '@zawadi/contract/text';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { PhoneField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { problemWith } from '../../forms/typed-fields.ts';
import { useAdministrator } from '../../session/session.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';

type TestMessageProps = { state: TemplateState; wording: EmailWording | SmsWording; onClose: () => void };

/** Sends the words with their examples: an SMS to a phone, an e-mail to the own address. */
export function TestMessage({ state, wording, onClose }: TestMessageProps) {
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
