import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { openCase } from './open-case.ts';
import { fileReport, prepareReport } from './prepare-report.ts';
import { pageOfCases, readCase } from './read-cases.ts';
import { reportCsv, reportPdf } from './report-files.ts';
import { addCaseNote, assignCase, closeCase, reopenCase } from './work-case.ts';

export function routes(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Route[] {
  const { db } = deps;
  return [
    route(contract.listFraudCases, ({ query }, { actor }) =>
      pageOfCases(db, { ...query, readerId: actor.administratorId }),
    ),
    route(contract.readFraudCase, ({ params }, { actor }) =>
      readCase(db, { ...params, readerId: actor.administratorId }),
    ),
    route(contract.openFraudCase, ({ body }, context) =>
      openCase(db, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.assignFraudCase, ({ params, body }, context) =>
      assignCase(db, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.noteFraudCase, ({ params, body }, context) =>
      addCaseNote(db, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.closeFraudCase, ({ params, body }, context) =>
      closeCase(db, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.reopenFraudCase, ({ params, body }, context) =>
      reopenCase(db, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.prepareFraudCaseReport, ({ params, body }, context) =>
      prepareReport(db, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.fraudCaseReportPdf, ({ params }, context) =>
      reportPdf(deps, { ...params, auditor: auditorOf(context) }),
    ),
    route(contract.fraudCaseReportCsv, ({ params }, context) =>
      reportCsv(deps, { ...params, auditor: auditorOf(context) }),
    ),
    route(contract.fileFraudCaseReport, ({ params, body }, context) =>
      fileReport(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}
