import { reportMail, reportSms } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { readBounce } from './read-bounce.ts';
import { readSmsReport } from './read-sms-report.ts';
import { countReport, createReportReceiver, type ReceiverDeps } from './receive-report.ts';
import { createTokenCheck } from './report-addresses.ts';

/** Callback URLs of the SMS gateway and of the operator's mail server. */
export function routes(deps: ReceiverDeps & Pick<Deps, 'keys'>): Route[] {
  const receive = createReportReceiver(deps);
  return [
    route(
      reportSms,
      async ({ body }) => {
        const report = readSmsReport(body);
        if (report) await receive('sms', report);
        else countReport('sms', 'not_final');
        return {};
      },
      createTokenCheck(deps.keys, 'sms-reports'),
    ),
    route(
      reportMail,
      async ({ body }) => {
        const bounce = await readBounce(deps.keys, await body.arrayBuffer());
        if (bounce.kind === 'report') await receive('email', bounce.report);
        else countReport('email', bounce.kind);
        return {};
      },
      createTokenCheck(deps.keys, 'mail-bounces'),
    ),
  ];
}
