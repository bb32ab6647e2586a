import * as contract from '@zawadi/contract';
import type { Deps } from '../../../platform/deps.ts';
import type { Actors } from '../../../platform/http/actor.ts';
import { route, type Route } from '../../../platform/http/routes.ts';
import { auditorOf } from '../../control/audit/index.ts';
import {
  addPasskey,
  listPasskeys,
  passkeySignInOptions,
  removePasskey,
  renamePasskey,
  startPasskey,
  type PasskeyOwner,
} from '../passkeys/index.ts';
import { forgetLiveSessions } from '../sessions/index.ts';
import { administratorHolder } from './holder.ts';
import { signInAdministratorByPasskey } from './sign-in-administrator.ts';

type Context = { actor: Actors['admin']; address: string; requestId: string };

/** Sign-in by passkey, and what administrators do with their own passkeys. */
export function passkeyRoutes(deps: Deps): Route[] {
  const holderOf = (context: Context) => administratorHolder(deps.db, auditorOf(context));
  const ownerOf = ({ staffId }: { staffId: string }): PasskeyOwner => ({
    audience: 'admin',
    subjectId: staffId,
  });
  return [
    route(contract.adminPasskeySignInOptions, async () => passkeySignInOptions(deps, 'admin')),
    route(contract.signInAdminByPasskey, ({ body }, { address, userAgent, deviceKey }) =>
      signInAdministratorByPasskey(deps, { ...body, address, userAgent, deviceKey }),
    ),
    route(contract.listAdminPasskeys, (_input, { actor }) => listPasskeys(deps, ownerOf(actor))),
    route(contract.startAdminPasskey, async ({ body }, context) =>
      startPasskey(deps, await holderOf(context), { sessionId: context.actor.sessionId, ...body }),
    ),
    route(contract.addAdminPasskey, async ({ body: { passkey, label } }, context) => {
      const made = { sessionId: context.actor.sessionId, passkey, label, userAgent: context.userAgent };
      const added = await addPasskey(deps, await holderOf(context), made);
      // Who had to add one may do everything else from now on.
      forgetLiveSessions(deps.db);
      return added;
    }),
    route(contract.renameAdminPasskey, async ({ params, body }, { actor }) => {
      await renamePasskey(deps, ownerOf(actor), { ...params, ...body });
      return {};
    }),
    route(contract.removeAdminPasskey, async ({ params, body }, context) => {
      await removePasskey(deps, await holderOf(context), { ...params, ...body });
      forgetLiveSessions(deps.db);
      return {};
    }),
  ];
}
