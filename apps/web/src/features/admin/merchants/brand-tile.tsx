import type { Merchant } from '@zawadi/contract/merchants';
import type { CSSProperties } from 'react';
import { brandColours } from '../../../ui/brand-colours.ts';

type BrandTileProps = Pick<Merchant, 'businessName' | 'brandingConfig'>;

/** The initial of a business, in a readable colour on its brand colour. */
export function BrandTile({ businessName, brandingConfig }: BrandTileProps) {
  const { brand, brandInk } = brandColours(brandingConfig.primaryColor);
  const style = { '--brand': brand, '--brand-ink': brandInk } as CSSProperties;
  return (
    <span className="avatar brand-tile" style={style} aria-hidden="true">
      {businessName.charAt(0).toLocaleUpperCase('en-KE')}
    </span>
  );
}
