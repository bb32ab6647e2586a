import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifyWebhook, ZawadiWebhookError, type ZawadiEvent, type ZawadiEventData } from '@zawadi/sdk';
import { eventually } from '@zawadi/story/sandbox-control';

export type Listener = {
  url: string;
  /**
   * From now on, accepts events signed with this secret. Until then the receiver refuses events, and the sender retries
   * them.
   */
  trust: (secret: string) => void;
  /** Waits for an event of this type. */
  event: <T extends ZawadiEvent['type']>(
    type: T,
    isMeant: (data: ZawadiEventData[T]) => boolean,
  ) => Promise<void>;
  close: () => Promise<void>;
};

/** Starts a shop's own webhook receiver on this machine. */
export async function listen(): Promise<Listener> {
  const events = new Map<string, ZawadiEvent>();
  let secret: string | undefined;
  const server = createServer((request, response) => {
    const { headers } = request;
    void text(request)
      .then(async (payload) => {
        if (secret === undefined) throw new ZawadiWebhookError('signature_wrong', 'There is no secret yet.');
        const event = await verifyWebhook({ payload, headers, secret });
        events.set(event.id, event);
        response.writeHead(204).end();
      })
      .catch((error: unknown) => response.writeHead(error instanceof ZawadiWebhookError ? 400 : 500).end());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/zawadi`,
    trust: (given) => {
      secret = given;
    },
    event: async (type, isMeant) => {
      await eventually(`a webhook ${type}`, async () => {
        const ofType = [...events.values()].filter((one) => one.type === type);
        return ofType.find(({ data }) => isMeant(data as ZawadiEventData[typeof type]));
      });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
