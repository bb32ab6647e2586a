import { say } from '../../i18n/say.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { qrPath } from '../../ui/ticket-qr.tsx';

/** The secret of an authenticator app, to scan and to type. Dark on white in both themes, as scanners expect. */
export function AuthenticatorSecret({ secret, otpauthUrl }: { secret: string; otpauthUrl: string }) {
  const { size, path } = qrPath(otpauthUrl);
  return (
    <>
      <div className="ticket-qr authenticator-qr">
        <svg
          viewBox={`0 0 ${size} ${size}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={say('QR code for your authenticator app')}
        >
          <path fill="#1d1a12" d={path} />
        </svg>
      </div>
      <p className="small muted centred">{say('Or type this key into the app:')}</p>
      <p className="secret-key">
        <code>{secret.match(/.{1,4}/gu)?.join(' ')}</code>
        <CopyButton small text={secret}>
          {say('Copy')}
        </CopyButton>
      </p>
    </>
  );
}
