import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { changeDailyMail, readDailyMail } from './change-daily-mail.ts';

export function routes(deps: Pick<Deps, 'db'>): Route[] {
  return [
    route(contract.readDailyMail, (_input, { actor }) => readDailyMail(deps.db, actor.administratorId)),
    route(contract.changeDailyMail, ({ body }, context) =>
      changeDailyMail(deps, {
        ...body,
        administratorId: context.actor.administratorId,
        auditor: auditorOf(context),
      }),
    ),
  ];
}
