import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readWebhookDelivery, sendWebhookAgain } from '@zawadi/contract/webhooks';
import type { WebhookDeliveryDetail } from '@zawadi/contract/webhooks';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { toast } from '../../../ui/toast.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { Tries } from './tries.tsx';
import { DELIVERY_STATES } from './webhook-words.ts';

type DeliveryDialogProps = { deliveryId: string; onClose: () => void };

/** One event: what was sent to the byte, every try with its answer, and the way to send it again. */
export function DeliveryDialog({ deliveryId, onClose }: DeliveryDialogProps) {
  const delivery = useQuery({
    queryKey: queryKeys.webhookDelivery(deliveryId),
    queryFn: ({ signal }) => call(readWebhookDelivery, { params: { deliveryId }, signal }),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={delivery.data?.type ?? 'Delivery'}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {delivery.data !== undefined && <SendAgain deliveryId={deliveryId} />}
        </>
      }
    >
      {delivery.isPending && <ListSkeleton rows={3} />}
      {delivery.isError && delivery.data === undefined && (
        <LoadFailure title="Failed to load the delivery" of={delivery} />
      )}
      {delivery.data !== undefined && <Delivery delivery={delivery.data} />}
    </Dialog>
  );
}

function Delivery({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { state, createdAt, nextTryAt, payload, attempts } = delivery;
  return (
    <>
      <div className="spread">
        <span className="small muted num">{exactTimeText(new Date(createdAt))}</span>
        <StatusBadge status={DELIVERY_STATES[state]} />
      </div>
      {nextTryAt !== undefined && (
        <p className="small muted">Next try: {appointmentText(new Date(nextTryAt))}</p>
      )}
      <h3>Payload</h3>
      <pre className="snippet">{indented(payload)}</pre>
      <div>
        <CopyButton text={payload} small label="Copy payload" said="Copied!">
          Copy
        </CopyButton>
      </div>
      <h3>Tries</h3>
      {attempts.length === 0 ? <p className="small muted">None yet.</p> : <Tries attempts={attempts} />}
    </>
  );
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

function SendAgain({ deliveryId }: { deliveryId: string }) {
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => call(sendWebhookAgain, { params: { deliveryId }, body: {} }),
    onSuccess: async (delivery) => {
      toast.success('On its way again');
      queries.setQueryData(queryKeys.webhookDelivery(deliveryId), delivery);
      await queries.invalidateQueries({ queryKey: queryKeys.webhookDeliveries });
    },
    onError: (error) => toast.error(sentenceOf(error, 'It could not be sent again.')),
  });
  return (
    <Button isBusy={sending.isPending} busyLabel="Sending..." onClick={() => sending.mutate()}>
      Send again
    </Button>
  );
}
