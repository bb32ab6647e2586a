import type { TemplatePreview } from '@zawadi/contract/admin-templates';
import './messages.css';

/** A message made from the examples, as its reader has it. */
export function MessagePreview({ preview }: { preview: TemplatePreview }) {
  if (preview.channel === 'email') {
    return (
      <div className="stack">
        <p>
          <span className="muted">Subject:</span> <b className="strong">{preview.subject}</b>
        </p>
        <iframe className="mail-frame" title="The mail" sandbox="" srcDoc={preview.html} />
      </div>
    );
  }
  const { text, length, parts, replaced } = preview;
  return (
    <div className="stack">
      <p className="sms-bubble">{text}</p>
      <p className="small muted num">
        {length} characters, {parts === 1 ? 'one SMS' : `${parts} SMS`}
      </p>
      {replaced.length > 0 && (
        <p className="small">A plain SMS does not have {replaced.join(' ')}: replaced or left out.</p>
      )}
    </div>
  );
}
