import { useEffect, useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import { sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import type { Phrase } from '../../i18n/say.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { dragged, squareOf, WHOLE, ZOOM_AT_MOST } from './crop.ts';
import type { Crop } from './crop.ts';
import { cropped, drawCrop } from './picture-file.ts';
import './crop-dialog.css';

const PREVIEW_PX = 512;
const SLIDERS = [
  ['zoom', 'Zoom', 1, ZOOM_AT_MOST],
  ['x', 'Left and right', 0, 1],
  ['y', 'Up and down', 0, 1],
] as const satisfies readonly (readonly [keyof Crop, Phrase, number, number])[];

type CropDialogProps = {
  title: string;
  action: string;
  picture: ImageBitmap;
  shape: 'round' | 'square';
  /** Saves the square and reports success; a toast shows thrown errors. */
  save: (square: File) => Promise<void>;
  onClose: () => void;
};

/** Crops a picture to a square, by dragging or with sliders, and saves the square. */
export function CropDialog({ title, action, picture, shape, save, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState<Crop>(WHOLE);
  const [isSaving, setSaving] = useState(false);
  const saveSquare = async () => {
    setSaving(true);
    try {
      await save(await cropped(picture, crop));
      onClose();
    } catch (error) {
      setSaving(false);
      toast.error(sentenceOf(error));
    }
  };
  return (
    <FormDialog
      title={title}
      action={action}
      isBusy={isSaving}
      onSubmit={(event) => {
        event.preventDefault();
        void saveSquare();
      }}
      onClose={onClose}
    >
      <CropFrame picture={picture} shape={shape} crop={crop} onCrop={setCrop} />
      {SLIDERS.map(([part, label, min, max]) => (
        <label key={part} className="crop-slider">
          <span>{say(label)}</span>
          <input
            type="range"
            min={min}
            max={max}
            step={(max - min) / 50}
            value={crop[part]}
            disabled={!canChange(part, picture, crop)}
            onChange={({ target }) => setCrop({ ...crop, [part]: target.valueAsNumber })}
          />
        </label>
      ))}
    </FormDialog>
  );
}

// Returns whether a slider has an effect: a square picture without zoom cannot move.
function canChange(part: keyof Crop, picture: ImageBitmap, crop: Crop): boolean {
  const { side } = squareOf(picture, crop);
  return part === 'zoom' || (part === 'x' ? picture.width : picture.height) > side;
}

type CropFrameProps = Pick<CropDialogProps, 'picture' | 'shape'> & {
  crop: Crop;
  onCrop: (crop: Crop) => void;
};

/** Preview of the square; the person drags the picture under it with mouse or finger. */
function CropFrame({ picture, shape, crop, onCrop }: CropFrameProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  const last = useRef({ x: 0, y: 0 });
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = { x: event.clientX, y: event.clientY };
  };
  const drag = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const side = currentTarget.clientWidth;
    const { x, y } = last.current;
    last.current = { x: clientX, y: clientY };
    onCrop(dragged(picture, crop, { across: (clientX - x) / side, down: (clientY - y) / side }));
  };
  return (
    <canvas
      ref={canvas}
      className={`crop-frame ${shape}`}
      width={PREVIEW_PX}
      height={PREVIEW_PX}
      aria-label={say('Preview of your picture')}
      role="img"
      onPointerDown={begin}
      onPointerMove={drag}
    />
  );
}
