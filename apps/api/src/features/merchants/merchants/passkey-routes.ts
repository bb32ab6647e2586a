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
} from '../../access/passkeys/index.ts';
import { memberHolder } from './member.ts';
import { signInMerchantByPasskey } from './sign-in-merchant.ts';

/** Sign-in by passkey, and what the people of merchants do with their own passkeys. */
export function passkeyRoutes(deps: Deps): Route[] {
  const holderOf = ({ staffId }: { staffId: string }) => memberHolder(deps.db, staffId);
  const ownerOf = ({ staffId }: { staffId: string }): PasskeyOwner => ({
    audience: 'merchant',
    subjectId: staffId,
  });
  return [
    route(contract.merchantPasskeySignInOptions, async () => passkeySignInOptions(deps, 'merchant')),
    route(contract.signInMerchantByPasskey, ({ body }, { address, userAgent, deviceKey }) =>
      signInMerchantByPasskey(deps, { ...body, address, userAgent, deviceKey }),
    ),
    route(contract.listMerchantPasskeys, (_input, { actor }) => listPasskeys(deps, ownerOf(actor))),
    route(contract.startMerchantPasskey, async ({ body }, { actor }) =>
      startPasskey(deps, await holderOf(actor), { sessionId: actor.sessionId, ...body }),
    ),
    route(contract.addMerchantPasskey, async ({ body: { passkey, label } }, { actor, userAgent }) => {
      const made = { sessionId: actor.sessionId, passkey, label, userAgent };
      return addPasskey(deps, await holderOf(actor), made);
    }),
    route(contract.renameMerchantPasskey, async ({ params, body }, { actor }) => {
      await renamePasskey(deps, ownerOf(actor), { ...params, ...body });
      return {};
    }),
    route(contract.removeMerchantPasskey, async ({ params, body }, { actor }) => {
      await removePasskey(deps, await holderOf(actor), { ...params, ...body });
      return {};
    }),
  ];
}
