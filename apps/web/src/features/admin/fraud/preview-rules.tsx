import { useQuery } from '@tanstack/react-query';
import { previewFraudRules, type FraudRules, type FraudRulesPreview } from '@zawadi/contract/fraud-rules';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { SeverityBadge } from '../../../ui/severity-badge.tsx';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { Time } from '../../../ui/time.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { RULE_WORDS } from './fraud-words.ts';
import { RULES } from './rule-words.ts';
import './fraud-rules.css';

/** Compares the alerts that the typed rules would have raised with the alerts under the current rules. */
export function PreviewRules({ rules }: { rules: FraudRules }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: adminQueryKeys.fraudRulesPreview(rules),
    queryFn: ({ signal }) => call(previewFraudRules, { body: { rules }, signal }),
  });
  return (
    <section
      className="stack rules-preview"
      aria-label="Preview"
      aria-live="polite"
      aria-busy={data === undefined}
    >
      {data === undefined && error === null && <FactsSkeleton rows={RULES.length} />}
      {data === undefined && error !== null && (
        <LoadFailure title="The rules were not previewed" of={{ error, isFetching, refetch }} />
      )}
      {data !== undefined && <Previewed preview={data} />}
    </section>
  );
}

function Previewed({ preview: { days, rules } }: { preview: FraudRulesPreview }) {
  const differing = rules.filter((one) => isDifferent(one) && one.newest.length > 0);
  return (
    <>
      <h3 className="strong">Alerts {days === 1 ? 'of the last day' : `of the last ${days} days`}</h3>
      <table className="differences">
        <caption className="sr">How many alerts each rule would have raised</caption>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">In force</th>
            <th scope="col">As typed</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((one) => (
            <tr key={one.rule}>
              <th scope="row">{RULE_WORDS[one.rule]}</th>
              <td className="num">{countText(one.today)}</td>
              <td className="num">
                {isDifferent(one) ? (
                  <b className="strong">{countText(one.previewed)}</b>
                ) : (
                  countText(one.previewed)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {differing.map(({ rule, newest }) => (
        <div key={rule} className="stack-2">
          <h4 className="small strong">{RULE_WORDS[rule]}, the newest as typed</h4>
          <ul className="preview-alerts">
            {newest.map(({ severity, description, at, aboutName }, index) => (
              <li key={`${at} ${index}`}>
                <SeverityBadge severity={severity} />
                <span className="small">
                  <b className="strong">{aboutName}</b>: {description}{' '}
                  <span className="muted">
                    <Time at={at} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

type OneRule = FraudRulesPreview['rules'][number];

function isDifferent({ today, previewed }: OneRule): boolean {
  return today.count !== previewed.count;
}

function countText({ count, isMore }: OneRule['today']): string {
  return `${count.toLocaleString('en-KE')}${isMore ? '+' : ''}`;
}
