import type { TemplatePreview } from '@zawadi/contract/messages';
import { useCallback } from 'react';
import './messages.css';

/** A message made from the examples, as its reader has it. */
export function MessagePreview({ preview }: { preview: TemplatePreview }) {
  if (preview.channel === 'email') {
    return (
      <div className="stack">
        <p>
          <span className="muted">Subject:</span> <b className="strong">{preview.subject}</b>
        </p>
        <MailFrame html={preview.html} />
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

/** Sandboxed without a single right: whatever the mail holds, none of it runs. */
function MailFrame({ html }: { html: string }) {
  const show = useCallback(
    (frame: HTMLIFrameElement | null) => {
      // React would hand over the plain text, which the page's policy refuses.
      if (frame) frame.srcdoc = mails ? mails.createHTML(html) : html;
    },
    [html],
  );
  return <iframe className="mail-frame" title="The mail" sandbox="" ref={show} />;
}

type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string },
  ) => { createHTML: (html: string) => string };
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const mails = trustedTypes?.createPolicy('mail-preview', { createHTML: (html) => html });
