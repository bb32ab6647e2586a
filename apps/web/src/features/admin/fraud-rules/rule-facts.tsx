import type { FraudRules } from '@zawadi/contract/fraud';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { describeEach } from './rule-words.ts';
import './fraud-rules.css';

/** The rules as they are, one below the other. */
export function RuleFacts({ rules }: { rules: FraudRules }) {
  return (
    <ul className="rule-facts">
      {describeEach(rules).map(({ title, help, isOn, facts }) => (
        <li key={title}>
          <div className="spread">
            <h3 className="strong">{title}</h3>
            {isOn ? <StatusText status="Active" /> : <StatusBadge status="Inactive" />}
          </div>
          <p className="small muted">{help}</p>
          {isOn && <Facts facts={facts} />}
        </li>
      ))}
    </ul>
  );
}
