import * as contract from '@zawadi/contract';
import { CSV_CONTENT_TYPE } from '../../../platform/csv.ts';
import { FileAnswer } from '../../../platform/file.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { makeBankFile, readBankFile, readBankFileForBank, readBankFiles } from './bank-file.ts';
import { confirmBankFile, markBankFile } from './mark-bank-file.ts';

/** Routes for the files by which administrators pay batches through the bank. */
export function bankFileRoutes(deps: OrderDeps): Route[] {
  return [
    route(contract.listBankFiles, ({ query }, { actor }) =>
      readBankFiles(deps.db, { administratorId: actor.administratorId, ...query }),
    ),
    route(contract.makeBankFile, (_input, context) => makeBankFile(deps, auditorOf(context))),
    route(contract.readBankFile, ({ params }, { actor }) =>
      readBankFile(deps.db, { administratorId: actor.administratorId, ...params }),
    ),
    route(contract.downloadBankFile, async ({ params: { number } }, context) => {
      const content = await readBankFileForBank(deps, number, auditorOf(context));
      return new FileAnswer({ contentType: CSV_CONTENT_TYPE, fileName: `${number}.csv`, content });
    }),
    route(contract.markBankFile, ({ body: { number, ...said } }, context) =>
      markBankFile(deps, { number, said, auditor: auditorOf(context) }),
    ),
    route(contract.confirmBankFile, ({ body }, context) =>
      confirmBankFile(deps, { ...body, auditor: auditorOf(context) }),
    ),
  ];
}
