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
import { useSavedSettings } from './use-settings.ts';
import { say } from '../../../i18n/say.ts';

type BrandingProps = { branding: MerchantSettings['brandingConfig']; businessName: string };

/** Logo and brand colour, with a preview of the portal and of a voucher. */
export function Branding({ branding, businessName }: BrandingProps) {
  const [typed, setTyped] = useState(branding.primaryColor);
  const colour = brandColor.safeParse(typed).data ?? branding.primaryColor;
  return (
    <Sheet title={say('Logo and brand colour')} isPadded>
      <div className="stack">
        <Logo hasLogo={branding.logoUrl !== undefined} />
        <ColourForm saved={branding.primaryColor} typed={typed} onTyped={setTyped} />
        <BrandPreview colour={colour} logoUrl={branding.logoUrl} businessName={businessName} />
      </div>
    </Sheet>
  );
}

function Logo({ hasLogo }: { hasLogo: boolean }) {
  const keepSaved = useSavedSettings();
  const removing = useMutation({
    mutationFn: async () => {
      await call(deleteLogo);
      await keepSaved(await call(readMerchantSettings), say('Logo removed'));
    },
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <div className="stack-2">
      <div className="row">
        <ChoosePicture
          label={hasLogo ? say('Change logo') : say('Upload logo')}
          title={say('Your logo')}
          action={say('Save logo')}
          shape="square"
          save={async (square) => {
            await call(putLogo, { body: square });
            await keepSaved(await call(readMerchantSettings), say('Logo saved'));
          }}
        />
        {hasLogo && (
          <Button
            variant="quiet"
            small
            isBusy={removing.isPending}
            busyLabel={say('Removing...')}
            onClick={() => removing.mutate()}
          >
            {say('Remove logo')}
          </Button>
        )}
      </div>
      <p className="tiny muted">{say('JPEG, PNG or WebP, at most 5 MB')}</p>
    </div>
  );
}

type ColourFormProps = { saved: string; typed: string; onTyped: (typed: string) => void };

function ColourForm({ saved, typed, onTyped }: ColourFormProps) {
  const keepSaved = useSavedSettings();
  const problem = brandColor.safeParse(typed).error?.issues[0]?.message;
  const saving = useMutation({
    mutationFn: () => call(updateBranding, { body: { primaryColor: typed } }),
    onSuccess: (settings) => keepSaved(settings, say('Brand colour saved')),
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
        label={say('Brand colour')}
        pickLabel={say('Pick the brand colour')}
        error={problem === undefined ? undefined : say('Please enter a colour such as #7c3a1d')}
        value={typed}
        shown={problem === undefined ? typed : saved}
        onChange={onTyped}
      />
      {isChanged && (
        <div className="actions">
          <Button type="submit" isBusy={saving.isPending} busyLabel={say('Saving...')}>
            {say('Save colour')}
          </Button>
          <Button variant="secondary" onClick={() => onTyped(saved)}>
            {say('Keep the old one')}
          </Button>
        </div>
      )}
    </form>
  );
}

type BrandPreviewProps = { colour: string; logoUrl: string | undefined; businessName: string };

/** Previews the brand colour before it is saved. The colour is only an accent; buttons keep Zawadi's colour. */
function BrandPreview({ colour, logoUrl, businessName }: BrandPreviewProps) {
  const { brand, brandTint, brandInk } = brandColours(colour);
  const style = { '--brand': brand, '--brand-2': brandTint, '--brand-ink': brandInk } as CSSProperties;
  return (
    <div className="stack-2">
      <div className="brand-preview" aria-hidden="true">
        <div className="brand-preview-portal" data-area="merchant" style={style}>
          <div className="brand-preview-selvage" />
          <div className="nav">
            <span className="brand-preview-item current">
              <Icon of={LayoutDashboard} /> {say('Dashboard')}
            </span>
            <span className="brand-preview-item">
              <Icon of={ScanLine} /> {say('Redeem')}
            </span>
          </div>
        </div>
        <div className="brand-preview-voucher">
          <span className="tiny muted">{say('On a voucher')}</span>
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
  const isWhite = inkOn(colour) === '#ffffff';
  if (brand.toLowerCase() === colour.toLowerCase()) {
    return isWhite ? say('White text on it is easy to read.') : say('Dark text on it is easy to read.');
  }
  return isWhite
    ? say('In the portal we change it slightly, to {colour}, so that white text on it is easy to read.', {
        colour: brand,
      })
    : say('In the portal we change it slightly, to {colour}, so that dark text on it is easy to read.', {
        colour: brand,
      });
}
