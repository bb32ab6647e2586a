import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { readStatement, statementCsv } from './account-statement.ts';
import { owedTo, readLiability, readSuspense, readWallets } from './owed.ts';
import { readDashboard } from './read-dashboard.ts';
import { readExpiries, readFees, readMerchants, readVolume } from './read-reports.ts';
import { reportCsv, reportPdf } from './report-files.ts';
import { readTrialBalance } from './trial-balance.ts';
import { readUssd } from './ussd-report.ts';

export function routes(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Route[] {
  const { db } = deps;
  return [
    route(contract.adminDashboard, () => readDashboard(deps)),
    route(contract.volumeReport, ({ query }) => readVolume(db, query)),
    route(contract.feesReport, ({ query }) => readFees(db, query)),
    route(contract.liabilityReport, ({ query }) => readLiability(db, query)),
    route(contract.expiriesReport, ({ query }) => readExpiries(db, query)),
    route(contract.walletsReport, ({ query }) => readWallets(db, query)),
    route(contract.merchantsReport, ({ query }) => readMerchants(db, query)),
    route(contract.ussdReport, ({ query }) => readUssd(db, query)),
    route(contract.trialBalance, ({ query }) => readTrialBalance(db, query.on)),
    route(contract.accountStatement, ({ query }) => readStatement(db, query)),
    route(contract.accountStatementCsv, ({ query }) => statementCsv(db, query)),
    route(contract.owedToMerchants, ({ query }) => owedTo(db, query)),
    route(contract.suspenseItems, () => readSuspense(db)),
    route(contract.reportCsv, ({ params, query }) => reportCsv(deps, { ...params, ...query })),
    route(contract.reportPdf, ({ params, query }) => reportPdf(deps, { ...params, ...query })),
  ];
}
