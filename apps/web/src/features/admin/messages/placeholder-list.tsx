import type { TemplateState } from '@zawadi/contract/messages';
import './messages.css';

/** What may stand in a wording in braces, with an example of each. */
export function PlaceholderList({ placeholders }: Pick<TemplateState, 'placeholders'>) {
  if (placeholders.length === 0) return null;
  return (
    <div>
      <h3 className="label">Placeholders</h3>
      <dl className="facts">
        {placeholders.map(({ name, example, isRequired }) => (
          <div key={name}>
            <dt>
              <span className="placeholder">{`{${name}}`}</span>
              {isRequired && ' (needed)'}
            </dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
