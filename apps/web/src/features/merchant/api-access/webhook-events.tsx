import { useMutation, useQueryClient } from '@tanstack/react-query';
import { webhookEventName } from '@zawadi/contract/webhook-events';
import type { WebhookEventName } from '@zawadi/contract/webhook-events';
import { saveWebhook } from '@zawadi/contract/webhooks';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.tsx';
import { EVENTS } from './webhook-words.ts';

/** Which events are sent. Each switch is saved at once. */
export function WebhookEvents({ events }: { events: readonly WebhookEventName[] }) {
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (wanted: WebhookEventName[]) => call(saveWebhook, { body: { events: wanted } }),
    onSuccess: (settings) => queries.setQueryData(queryKeys.webhook, settings),
    onError: (error) => toast.error(sentenceOf(error, 'The events could not be saved.')),
  });
  // A switch shows at once what was asked for, and turns back when it was refused.
  const shown = saving.isPending ? saving.variables : events;
  return (
    <ul className="switches" aria-label="Events">
      {webhookEventName.options.map((name) => (
        <li key={name}>
          <Switch
            label={name}
            help={EVENTS[name]}
            isOn={shown.includes(name)}
            isBusy={saving.isPending}
            onChange={(isOn) =>
              saving.mutate(isOn ? [...events, name] : events.filter((other) => other !== name))
            }
          />
        </li>
      ))}
    </ul>
  );
}
