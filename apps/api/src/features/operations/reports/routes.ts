import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { readLiability, readWallets } from './owed.ts';
import { readDashboard } from './read-dashboard.ts';
import { readExpiries, readFees, readMerchants, readVolume } from './read-reports.ts';
import { reportCsv, reportPdf } from './report-files.ts';

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
    route(contract.reportCsv, ({ params, query }) => reportCsv(deps, { ...params, ...query })),
    route(contract.reportPdf, ({ params, query }) => reportPdf(deps, { ...params, ...query })),
  ];
}
