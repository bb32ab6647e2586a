import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { sessionsOf } from '../../money/ussd/index.ts';
import { listDevices } from '../../people/sessions/index.ts';
import { closeUser } from './close-user.ts';
import { describeUser } from './describe-user.ts';
import { freezeUser, freezeWalletByCallBack, unfreezeUser } from './freeze-user.ts';
import { sendVerification, signOutUser, unlockUser } from './help-user.ts';
import { pageOfUsers, usersCsv } from './list-users.ts';
import { vouchersOf } from './list-vouchers.ts';
import { recordLook } from './record-look.ts';
import { isUser, readDetail } from './store.ts';
import { walletStatement } from './wallet-statement.ts';

const NO_SESSIONS: contract.UssdSessions = { sessions: [], isMore: false };

export function routes(deps: Deps): Route[] {
  return [
    route(contract.adminListUsers, ({ query }) => pageOfUsers(deps.db, query)),
    route(contract.adminUsersCsv, ({ query }, context) =>
      usersCsv(deps, { filters: query, auditor: auditorOf(context) }),
    ),
    route(contract.adminUserDetail, async ({ params: { userId } }, context) => {
      const user = await describeUser(deps, userId);
      await recordLook(deps.db, userId, auditorOf(context));
      return user;
    }),
    route(contract.adminUserWallet, async ({ params, query }) => {
      await requireUser(deps, params.userId);
      return walletStatement(deps.db, { ...params, query });
    }),
    route(contract.adminUserVouchers, async ({ params, query }) => {
      await requireUser(deps, params.userId);
      return vouchersOf(deps.db, { ...params, query });
    }),
    route(contract.adminUserUssd, async ({ params: { userId } }, context) => {
      const user = await readDetail(deps.db, userId);
      if (!user) throw new Refusal('not_found');
      await recordLook(deps.db, userId, auditorOf(context));
      const { phoneMsisdn, phoneVerified } = user;
      return phoneMsisdn !== null && phoneVerified ? sessionsOf(deps.db, phoneMsisdn) : NO_SESSIONS;
    }),
    route(contract.adminUserDevices, async ({ params: { userId } }) => {
      await requireUser(deps, userId);
      const here = { audience: 'consumer', subjectId: userId, sessionId: '' } as const;
      return { devices: await listDevices(deps, here) };
    }),
    route(contract.freezeUser, ({ params, body }, context) =>
      freezeUser(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.freezeWalletByCallBack, ({ params, body }, context) =>
      freezeWalletByCallBack(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.unfreezeUser, ({ params, body }, context) =>
      unfreezeUser(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.unlockUser, ({ params, body }, context) =>
      unlockUser(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.adminResendVerification, ({ params, body }, context) =>
      sendVerification(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.adminSignOutUser, ({ params, body }, context) =>
      signOutUser(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.closeUser, async ({ params, body }, context) => {
      await closeUser(deps, { ...params, ...body, auditor: auditorOf(context) });
      return {};
    }),
  ];
}

async function requireUser({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  if (!(await isUser(db, userId))) throw new Refusal('not_found');
}
