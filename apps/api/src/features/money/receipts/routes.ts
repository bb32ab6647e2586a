import {
  historyPdf,
  receiptPdf,
  redemptionReceiptPdf,
  shortReference,
  statementPdf,
  voucherPdf,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { FileAnswer } from '../../../platform/file.ts';
import { route, type Route } from '../../../http/routes.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { printGift } from '../vouchers/index.ts';
import { historyPdf as drawHistory } from './history-pdf.ts';
import { readReceipt } from './read-receipt.ts';
import { receiptPdf as drawReceipt } from './receipt-pdf.ts';
import { redemptionReceipt } from './redemption-receipt.ts';
import { statementPdf as drawStatement } from './statement-pdf.ts';
import { voucherPdf as drawVoucher } from './voucher-pdf.ts';

export function routes(deps: Deps & { mpesaShortCode: string }): Route[] {
  return [
    route(receiptPdf, async ({ params }, { actor }) => {
      const receipt = await readReceipt(deps, { userId: actor.userId, ...params });
      return pdf(
        `receipt-${shortReference(params.requestId).toLowerCase()}.pdf`,
        drawReceipt(receipt, deps.clock.now()),
      );
    }),
    route(redemptionReceiptPdf, async ({ params }, { actor }) => {
      const receipt = await redemptionReceipt(deps, { actor, ...params });
      return pdf(
        `receipt-${shortReference(params.redemptionId).toLowerCase()}.pdf`,
        drawReceipt(receipt, deps.clock.now()),
      );
    }),
    route(statementPdf, async ({ query }, { actor }) => {
      const document = await drawStatement(deps, { userId: actor.userId, ...query });
      return pdf(`statement-${nairobiDay(deps.clock.now())}.pdf`, document);
    }),
    route(historyPdf, async ({ query }, { actor }) => {
      const document = await drawHistory(deps, { userId: actor.userId, filters: query });
      return pdf(`transactions-${nairobiDay(deps.clock.now())}.pdf`, document);
    }),
    route(voucherPdf, async ({ body }) => {
      const voucher = await printGift(deps, body);
      return pdf('zawadi-gift.pdf', drawVoucher(voucher, body.lang, deps.clock.now()));
    }),
  ];
}

function pdf(fileName: string, content: NodeJS.ReadableStream): FileAnswer {
  return new FileAnswer({ contentType: 'application/pdf', fileName, content });
}
