import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { CaretDown } from '@blueprintjs/icons';
import { Popup } from '#web/ui/popup.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { useExports } from './exports.tsx';
import { copyPicture, saveTable } from './save-figure.tsx';

/** Takes a section along: as a picture, as data, on paper. Nothing where the screen does not offer it. */
export function ExportMenu({ id, title }: { id: string; title: string }) {
  const exports = useExports();
  if (!exports) return null;
  return (
    <Popup placement="bottom-end" content={<Choices id={id} title={title} />}>
      <Button
        size="small"
        variant="minimal"
        text="Export"
        endIcon={<CaretDown />}
        aria-label={`Copy, export or print ${title.toLowerCase()}`}
      />
    </Popup>
  );
}

function Choices({ id, title }: { id: string; title: string }) {
  const exports = useExports();
  const figure = exports?.figure(id);
  const header = exports?.header();
  if (!exports || !figure || !header) {
    return (
      <Menu>
        <MenuItem text="There is nothing to export yet" disabled />
      </Menu>
    );
  }
  const of = `${title} of ${[header.given, header.family].filter(Boolean).join(' ')}`;
  const copy = async (format: 'png' | 'svg') => {
    if (!figure.drawing) return;
    const kind = format.toUpperCase();
    try {
      const name = await copyPicture(figure, figure.drawing, header, format);
      if (name === null) toast.show(`${of} copied as ${kind}`, 'success');
      else toast.show(`${of}: the clipboard refused the ${kind}, so it was saved as ${name}`, 'warning');
    } catch {
      toast.show(`${of} could not be drawn as ${kind} by this browser`, 'danger', { timeout: 0 });
    }
  };
  const table = async () => {
    try {
      toast.show(
        `${of} saved as ${await saveTable(figure, exports.patientId, header)}: everything in this section, also what is hidden`,
        'success',
      );
    } catch {
      toast.show(`${of} could not be exported. Please try again.`, 'danger', { timeout: 0 });
    }
  };
  return (
    <Menu>
      {figure.drawing && (
        <>
          <MenuItem text="Copy as PNG" onClick={() => void copy('png')} />
          <MenuItem text="Copy as SVG" onClick={() => void copy('svg')} />
        </>
      )}
      <MenuItem text="Export CSV" title="Everything in this section, also what is hidden" onClick={() => void table()} />
      <MenuItem text="Print" onClick={() => exports.print(id)} />
      {exports.isWhole && <MenuItem text="Print all sections" onClick={() => exports.print()} />}
    </Menu>
  );
}
