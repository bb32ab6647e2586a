import * as contract from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../../services/audit/index.ts';
import { changeBuyerDetails, enterEtimsNumber } from './change-details.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { changeInvoicing, listInvoicing, readInvoicing, withdrawInvoicing } from './invoicing.ts';
import { issueByHand } from './issue-invoices.ts';
import { invoicesCsv, invoicesOf, pageOfInvoices } from './list-invoices.ts';
import { readBuyerDetails } from './store.ts';

export function routes(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'config' | 'keys'>): Route[] {
  const { db } = deps;
  return [
    route(contract.readInvoicing, () => listInvoicing(db)),
    route(contract.changeInvoicing, ({ body }, context) =>
      changeInvoicing(deps, { ...body, auditor: auditorOf(context) }),
    ),
    route(contract.withdrawInvoicing, ({ params, body }, context) =>
      withdrawInvoicing(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.listInvoices, ({ query }) => pageOfInvoices(db, query)),
    route(contract.invoicesCsv, ({ query }) => Promise.resolve(invoicesCsv(deps, query))),
    route(contract.adminInvoicePdf, ({ params }) => invoicePdf(deps, { name: params.number })),
    route(contract.issueInvoices, (_input, context) => issueByHand(deps, auditorOf(context))),
    route(contract.enterEtimsNumber, ({ params, body }, context) =>
      enterEtimsNumber(deps, { name: params.number, ...body, auditor: auditorOf(context) }),
    ),
    route(contract.listOwnInvoices, async ({ query }, { actor }) => {
      const [page, invoicing] = await Promise.all([
        invoicesOf(db, { merchantId: actor.merchantId }, query),
        readInvoicing(db),
      ]);
      return { ...page, isSetUp: invoicing !== undefined };
    }),
    route(contract.ownInvoicePdf, ({ params }, { actor }) =>
      invoicePdf(deps, { name: params.number, merchantId: actor.merchantId }),
    ),
    route(contract.readBuyerDetails, (_input, { actor }) => readBuyerDetails(db, actor.merchantId)),
    route(contract.changeBuyerDetails, ({ body }, { actor }) =>
      changeBuyerDetails(deps, { ...actor, details: body }),
    ),
  ];
}
