import { LayoutDashboard, ScanLine } from 'lucide-react';
import type { CSSProperties } from 'react';
import { brandColours } from '../../../ui/brand-colours.ts';
import { Icon } from '../../../ui/icon.tsx';
import { inkOn } from '../../../ui/ink-on.ts';
import { ShopTile } from '../../voucher-page/shop-tile.tsx';

type BrandPreviewProps = { colour: string; logoUrl: string | undefined; businessName: string };

/** The colour where it will be seen, before it is saved. It only marks; buttons keep ours. */
export function BrandPreview({ colour, logoUrl, businessName }: BrandPreviewProps) {
  const { brand, brandTint, brandInk } = brandColours(colour);
  const style = { '--brand': brand, '--brand-2': brandTint, '--brand-ink': brandInk } as CSSProperties;
  return (
    <div className="stack-2">
      <div className="brand-preview" style={style} aria-hidden="true">
        <div className="brand-preview-portal" data-area="merchant">
          <div className="brand-preview-selvage" />
          <div className="nav">
            <span className="brand-preview-item current">
              <Icon of={LayoutDashboard} /> Dashboard
            </span>
            <span className="brand-preview-item">
              <Icon of={ScanLine} /> Redeem
            </span>
          </div>
        </div>
        <div className="brand-preview-voucher">
          <span className="tiny muted">On a voucher</span>
          <span className="row">
            <ShopTile
              shop={{ businessName, primaryColor: colour, ...(logoUrl === undefined ? {} : { logoUrl }) }}
            />
            <b className="strong">{businessName}</b>
          </span>
        </div>
      </div>
      <p className="tiny muted" aria-live="polite">
        {contrastText(colour, brand)}
      </p>
    </div>
  );
}

function contrastText(colour: string, brand: string): string {
  const ink = inkOn(colour) === '#ffffff' ? 'White' : 'Dark';
  if (brand.toLowerCase() === colour.toLowerCase()) return `${ink} words on it are easy to read.`;
  return `In the portal we shift it a little, to ${brand}, so that ${ink.toLowerCase()} words on it are easy to read.`;
}
