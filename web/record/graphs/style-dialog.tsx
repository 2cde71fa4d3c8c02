import { Button, Dialog, DialogBody, DialogFooter, Switch } from '@blueprintjs/core';
import { DASHES, DEFAULT_THICKNESS, type GraphStyle, type GraphType, PALETTE_SIZE, THICKNESSES } from '#contracts/items/graph-visuals';
import { itemKinds } from '#contracts/items/item-kinds';
import { colorOf, markOf, paletteColor } from '#web/charts/marks.ts';
import { DASH_NAMES } from './shared-colors.ts';
import { classes } from '#web/ui/table.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import styles from './style-dialog.module.css';

const COLORS = [
  'blue',
  'orange',
  'teal',
  'magenta',
  'brown',
  'sky',
  'indigo',
  'olive',
  'green',
  'violet',
  'slate',
  'rose',
  'forest',
  'ochre',
  'plum',
  'cyan',
  'rust',
  'lavender',
  'ink',
];
type Change = Partial<Pick<GraphStyle, 'color' | 'thickness' | 'style' | 'hidden'>>;

interface Props {
  graphType: GraphType;
  name: string;
  /** Number of its colour, symbol and dash where nobody chose. */
  mark: number;
  style: GraphStyle | undefined;
  visible: boolean;
  onChange: (change: { [field in keyof Change]?: Change[field] | undefined }) => void;
  onClose: () => void;
}

/** The documents' 'Parameters settings': what is chosen is seen at once and saved with the other settings. */
export function StyleDialog({ graphType, name, mark, style, visible, onChange, onClose }: Props) {
  useReturnFocus();
  const isLine = itemKinds[graphType].chart === 'lines';
  const widths = THICKNESSES[graphType];
  const [color, dash] = [style?.color ?? colorOf(mark), style?.style ?? markOf(mark).dash];
  const thickness = style?.thickness ?? DEFAULT_THICKNESS[graphType];
  return (
    <Dialog isOpen title="Parameters settings" onClose={onClose}>
      <DialogBody>
        <p className={styles.name}>{name}</p>
        <Switch className={styles.visible} label="Visible" checked={visible} onChange={() => onChange({ hidden: visible })} />
        {isLine && (
          <fieldset className={styles.choice}>
            <legend>Line type</legend>
            {DASHES.map((each) => (
              <label key={each} className={styles.option} title={DASH_NAMES[each]}>
                <input
                  type="radio"
                  name="dash"
                  aria-label={DASH_NAMES[each]}
                  checked={dash === each}
                  onChange={() => onChange({ style: each })}
                />
                <svg width={56} height={16} aria-hidden color={paletteColor(color)}>
                  <line x1={2} x2={54} y1={8} y2={8} stroke="currentColor" strokeWidth={2} strokeDasharray={each} />
                </svg>
              </label>
            ))}
          </fieldset>
        )}
        {widths.length > 0 && (
          <fieldset className={styles.choice}>
            <legend>{isLine ? 'Line width' : 'Bar width'}</legend>
            {widths.map((each) => (
              <label key={each} className={styles.option}>
                <input
                  type="radio"
                  name="thickness"
                  aria-label={`${each} pixels`}
                  checked={thickness === each}
                  onChange={() => onChange({ thickness: each })}
                />
                <svg width={40} height={isLine ? 16 : each} aria-hidden color={paletteColor(color)}>
                  {isLine ? (
                    <line x1={2} x2={38} y1={8} y2={8} stroke="currentColor" strokeWidth={each} />
                  ) : (
                    <rect width={40} height={each} fill="currentColor" fillOpacity={0.25} stroke="currentColor" strokeWidth={1.5} />
                  )}
                </svg>
                <span className="bp6-text-muted">{each}</span>
              </label>
            ))}
          </fieldset>
        )}
        <fieldset className={classes(styles.choice, styles.colors)}>
          <legend>Color</legend>
          {Array.from({ length: PALETTE_SIZE }, (_, index) => index + 1).map((each) => (
            <label key={each} className={styles.option} title={COLORS[each - 1]}>
              <input
                type="radio"
                name="color"
                aria-label={COLORS[each - 1]}
                checked={color === each}
                onChange={() => onChange({ color: each })}
              />
              <svg width={24} height={24} aria-hidden color={paletteColor(each)}>
                <rect x={3} y={3} width={18} height={18} rx={3} fill="currentColor" />
              </svg>
            </label>
          ))}
        </fieldset>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button
              text="Back to default"
              onClick={() => onChange({ color: undefined, style: undefined, thickness: undefined, hidden: undefined })}
            />
            <Button intent="primary" text="Done" onClick={onClose} />
          </>
        }
      />
    </Dialog>
  );
}
