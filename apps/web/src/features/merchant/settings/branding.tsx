import { useMutation } from '@tanstack/react-query';
import {
  deleteLogo,
  putLogo,
  readMerchantSettings,
  updateBranding,
  type MerchantSettings,
} from '@zawadi/contract/merchants-settings';
import { brandColor } from '@zawadi/contract/merchants';
import { useState, type CSSProperties } from 'react';
import { LayoutDashboard, ScanLine } from 'lucide-react';
import { call, sentenceOf } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { ColourField } from '../../../ui/colour-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { brandColours } from '../../../ui/brand-colours.ts';
import { Icon } from '../../../ui/icon.tsx';
import { inkOn } from '../../../ui/ink-on.ts';
import { ChoosePicture } from '../../pictures/choose-picture.tsx';
import { ShopTile } from '../../voucher-page/shop-tile.tsx';
import { useKeepSaved } from './use-settings.ts';

type BrandingProps = { branding: MerchantSettings['brandingConfig']; businessName: string };

/** Logo and colour, and how they will look in the portal and on a voucher. */
export function Branding({ branding, businessName }: BrandingProps) {
  const [typed, setTyped] = useState(branding.primaryColor);
  const colour = brandColor.safeParse(typed).data ?? branding.primaryColor;
  return (
    <Sheet title="Logo and brand colour" isPadded>
      <div className="stack">
        <Logo hasLogo={branding.logoUrl !== undefined} />
        <ColourForm saved={branding.primaryColor} typed={typed} onTyped={setTyped} />
        <BrandPreview colour={colour} logoUrl={branding.logoUrl} businessName={businessName} />
      </div>
    </Sheet>
  );
}

function Logo({ hasLogo }: { hasLogo: boolean }) {
  const keepSaved = useKeepSaved();
  const removing = useMutation({
    mutationFn: async () => {
      await call(deleteLogo);
      await keepSaved(await call(readMerchantSettings), 'Logo removed');
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <div className="stack-2">
      <div className="row">
        <ChoosePicture
          label={hasLogo ? 'Change logo' : 'Upload logo'}
          title="Your logo"
          action="Save logo"
          shape="square"
          save={async (square) => {
            await call(putLogo, { body: square });
            await keepSaved(await call(readMerchantSettings), 'Logo saved');
          }}
        />
        {hasLogo && (
          <Button
            variant="quiet"
            small
            isBusy={removing.isPending}
            busyLabel="Removing..."
            onClick={() => removing.mutate()}
          >
            Remove logo
          </Button>
        )}
      </div>
      <p className="tiny muted">JPEG, PNG or WebP, at most 5 MB</p>
    </div>
  );
}

type ColourFormProps = { saved: string; typed: string; onTyped: (typed: string) => void };

function ColourForm({ saved, typed, onTyped }: ColourFormProps) {
  const keepSaved = useKeepSaved();
  const problem = brandColor.safeParse(typed).error?.issues[0]?.message;
  const saving = useMutation({
    mutationFn: () => call(updateBranding, { body: { primaryColor: typed } }),
    onSuccess: (settings) => keepSaved(settings, 'Brand colour saved'),
    onError: (error) => toast.error(sentenceOf(error)),
  });
  const isChanged = typed.toLowerCase() !== saved.toLowerCase();
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined && isChanged && !saving.isPending) saving.mutate();
      }}
    >
      <ColourField
        label="Brand colour"
        pickLabel="Pick the brand colour"
        error={problem === undefined ? undefined : 'Please enter a colour such as #7c3a1d'}
        value={typed}
        shown={problem === undefined ? typed : saved}
        onChange={onTyped}
      />
      {isChanged && (
        <div className="actions">
          <Button type="submit" isBusy={saving.isPending} busyLabel="Saving...">
            Save colour
          </Button>
          <Button variant="secondary" onClick={() => onTyped(saved)}>
            Keep the old one
          </Button>
        </div>
      )}
    </form>
  );
}

type BrandPreviewProps = { colour: string; logoUrl: string | undefined; businessName: string };

/** The colour where it will be seen, before it is saved. It only marks; buttons keep ours. */
function BrandPreview({ colour, logoUrl, businessName }: BrandPreviewProps) {
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
