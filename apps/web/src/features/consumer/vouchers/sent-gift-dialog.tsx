import { correctRecipient, resendGift, type SentGift } from '@zawadi/contract/vouchers-gifts';
import { formatKes } from '@zawadi/contract/money';
import { emailOrNone, formatMsisdn } from '@zawadi/contract/text';
import { Pencil, Send } from 'lucide-react';
import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { useSecondsLeft } from '../../../ui/countdown-ring.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { countdownText, timeInSentence } from '../../../ui/time-text.ts';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { LettersAbout, ReportProblem } from '../support/report-problem.tsx';
import { ScheduledActions, type ScheduledQuestion } from './scheduled-actions.tsx';
import { ScheduledDialog } from './scheduled-dialog.tsx';
import { isOver, isResendOffered, sentGiftState, sentGiftWay } from './sent-gift-words.ts';
import { TellRecipient } from './tell-recipient.tsx';
import { MessageFact } from './message-fact.tsx';
import { SmsWarning } from './sms-warning.tsx';
import { ThanksTicket } from './thanks-ticket.tsx';

/** One sent gift: its events, and buttons to resend it or to correct the recipient. */
export function SentGiftDialog({ gift, onClose }: { gift: SentGift; onClose: () => void }) {
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [isReporting, setIsReporting] = useState(false);
  const [question, setQuestion] = useState<ScheduledQuestion>();
  if (question !== undefined) {
    return <ScheduledDialog question={question} gift={gift} onClose={() => setQuestion(undefined)} />;
  }
  const title = say('Gift for {name}', { name: gift.recipientName });
  const about = { kind: 'gift', voucherId: gift.voucherId } as const;
  if (isReporting) {
    return <ReportProblem about={about} subject={title} onClose={() => setIsReporting(false)} />;
  }
  if (isCorrecting) return <CorrectRecipient gift={gift} onClose={() => setIsCorrecting(false)} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Close')}
          </Button>
          {gift.canBeCorrected && (
            <Button variant="secondary" onClick={() => setIsCorrecting(true)}>
              <Icon of={Pencil} />
              {say('Correct recipient')}
            </Button>
          )}
          <Resend gift={gift} />
        </>
      }
    >
      <ThanksTicket gift={gift} />
      <TicketSwatch cloth={gift.cloth} />
      <GiftFacts gift={gift} />
      <SmsWarning gift={gift} />
      {gift.correctableUntil !== undefined && (
        <p className="small muted">
          {say('You can correct the recipient until {time}, as long as the gift is unopened.', {
            time: timeInSentence(new Date(gift.correctableUntil)),
          })}
        </p>
      )}
      {gift.canBeMoved && (
        <div className="gift-actions">
          <ScheduledActions gift={gift} onAsk={setQuestion} />
        </div>
      )}
      {gift.isDelivered && !isOver(gift.status) && (
        <div className="gift-actions">
          <TellRecipient {...gift} />
        </div>
      )}
      <LettersAbout about={about} />
      <div>
        <Button variant="secondary" small onClick={() => setIsReporting(true)}>
          {say('Report a problem')}
        </Button>
      </div>
    </Dialog>
  );
}

function GiftFacts({ gift }: { gift: SentGift }) {
  const at = (moment: string) => appointmentText(new Date(moment));
  return (
    <Facts
      facts={[
        { label: say('Status'), value: <StatusBadge status={sentGiftState(gift)} /> },
        { label: say('Amount'), value: formatKes(gift.value) },
        { label: say('Code'), value: <span className="code">•••• {gift.lastFour}</span> },
        { label: say('Phone number'), value: formatMsisdn(gift.recipientMsisdn) },
        gift.recipientEmail !== '' && { label: say('Email address'), value: gift.recipientEmail },
        gift.canBeMoved && { label: say('Arrives'), value: at(gift.deliverAt) },
        gift.messages.sms !== undefined && {
          label: say('SMS'),
          value: <MessageFact message={gift.messages.sms} />,
        },
        gift.messages.email !== undefined && {
          label: say('Email'),
          value: <MessageFact message={gift.messages.email} />,
        },
        gift.openedAt !== undefined && { label: say('Opened'), value: at(gift.openedAt) },
        gift.claimedAt !== undefined && { label: say('Added to a wallet'), value: at(gift.claimedAt) },
        gift.refund !== undefined && { label: say('Money back'), value: sentGiftWay(gift) },
        !isOver(gift.status) && { label: say('Valid until'), value: at(gift.expiresAt) },
      ]}
    />
  );
}

function Resend({ gift }: { gift: SentGift }) {
  const resend = useResend(gift.voucherId);
  const secondsLeft = useSecondsLeft(gift.resendAt === undefined ? 0 : Date.parse(gift.resendAt));
  if (!isResendOffered(gift)) return null;
  if (secondsLeft > 0) {
    return <Button disabled>{say('Send again in {time}', { time: countdownText(secondsLeft) })}</Button>;
  }
  return (
    <Button onClick={resend.send} isBusy={resend.isBusy} busyLabel={say('Sending...')}>
      <Icon of={Send} />
      {say('Send again')}
    </Button>
  );
}

/** Sends the gift's SMS and email to the recipient again. */
function useResend(voucherId: string) {
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => call(resendGift, { body: { voucherId } }),
    onSuccess: () => toast.success(say('Gift sent again')),
    onError: (error) => toast.error(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.sentGifts }),
  });
  return { send: () => sending.mutate(), isBusy: sending.isPending };
}

/** Sends an unopened gift to another person. The old code and link stop working. */
export function CorrectRecipient({ gift, onClose }: { gift: SentGift; onClose: () => void }) {
  const { voucherId, recipientName, recipientMsisdn, recipientEmail } = gift;
  const queries = useQueryClient();
  const refresh = async () => queries.invalidateQueries({ queryKey: queryKeys.sentGifts });
  const { register, submit, isBusy, problemOf } = useContractForm(correctRecipient, {
    schema: correctRecipient.body.omit({ voucherId: true }).extend({ recipientEmail: emailOrNone }),
    defaultValues: { fullName: recipientName, recipientMsisdn, recipientEmail },
    inputOf: (recipient) => ({
      body: { voucherId, ...recipient, recipientEmail: recipient.recipientEmail || undefined },
    }),
    onSaved: async () => {
      toast.success(say('Recipient corrected'));
      onClose();
      await refresh();
    },
    onRefused: () => {
      // The recipient may just have opened the gift, so reload it.
      void refresh();
      return false;
    },
  });
  return (
    <FormDialog
      title={say('Who is this gift for?')}
      action={say('Send to this person')}
      dismiss={say('Not now')}
      busyLabel={say('Sending...')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        {say(
          'We send this person a new code. The code and link sent to {name} stop working, and we tell {name} by SMS.',
          { name: recipientName },
        )}
      </p>
      <TextField
        label={say('Recipient’s full name')}
        {...register('fullName')}
        error={problemOf('fullName')}
        autoComplete="off"
      />
      <PhoneField
        label={say('Recipient’s phone')}
        {...register('recipientMsisdn')}
        error={problemOf('recipientMsisdn')}
        autoComplete="off"
      />
      <TextField
        label={say('Recipient’s email')}
        type="email"
        {...register('recipientEmail')}
        error={problemOf('recipientEmail')}
        autoComplete="off"
      />
    </FormDialog>
  );
}
