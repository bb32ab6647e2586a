import * as contract from '@zawadi/contract';
import type { Deps } from '../../../platform/deps.ts';
import { route, type Route } from '../../../platform/http/routes.ts';
import {
  addPasskey,
  listPasskeys,
  passkeySignInOptions,
  removePasskey,
  renamePasskey,
  startPasskey,
  type PasskeyOwner,
} from '../passkeys/index.ts';
import { consumerHolder } from './holder.ts';
import { signInConsumerByPasskey } from './sign-in-consumer.ts';

/** Sign-in by passkey, and what consumers do with their own passkeys. */
export function passkeyRoutes(deps: Deps): Route[] {
  const holderOf = ({ userId }: { userId: string }) => consumerHolder(deps.db, userId);
  const ownerOf = ({ userId }: { userId: string }): PasskeyOwner => ({
    audience: 'consumer',
    subjectId: userId,
  });
  return [
    route(contract.passkeySignInOptions, async () => passkeySignInOptions(deps, 'consumer')),
    route(contract.signInByPasskey, ({ body }, { address, userAgent, deviceKey }) =>
      signInConsumerByPasskey(deps, { ...body, address, userAgent, deviceKey }),
    ),
    route(contract.listPasskeys, (_input, { actor }) => listPasskeys(deps, ownerOf(actor))),
    route(contract.startPasskey, async ({ body }, { actor }) =>
      startPasskey(deps, await holderOf(actor), { sessionId: actor.sessionId, ...body }),
    ),
    route(contract.addPasskey, async ({ body: { passkey, label } }, { actor, userAgent }) => {
      const made = { sessionId: actor.sessionId, passkey, label, userAgent };
      return addPasskey(deps, await holderOf(actor), made);
    }),
    route(contract.renamePasskey, async ({ params, body }, { actor }) => {
      await renamePasskey(deps, ownerOf(actor), { ...params, ...body });
      return {};
    }),
    route(contract.removePasskey, async ({ params, body }, { actor }) => {
      await removePasskey(deps, await holderOf(actor), { ...params, ...body });
      return {};
    }),
  ];
}
