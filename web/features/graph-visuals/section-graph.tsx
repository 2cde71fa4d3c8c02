import './legend.css';
import { Button, Drawer } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { useIsPhone } from '#web/lib/phone.ts';

interface Props {
  legend: ReactNode;
  /** 'Legend: 8 of 12 series', on the button that opens it on a phone. */
  summary: string;
  chart: ReactNode;
}

/** Legend beside its chart, three columns of twelve; on a phone a sheet from below. */
export function SectionGraph({ legend, summary, chart }: Props) {
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(false);
  if (!isPhone) {
    return (
      <div className="section-graph">
        {legend}
        <div className="section-chart">{chart}</div>
      </div>
    );
  }
  return (
    <div className="section-graph">
      <div className="section-chart">{chart}</div>
      <Button className="legend-open" text={summary} onClick={() => setIsOpen(true)} />
      <Drawer
        className="legend-sheet"
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        position="bottom"
        size="46%"
        title="Legend"
        hasBackdrop={false}
        enforceFocus={false}
        canOutsideClickClose={false}
      >
        {legend}
      </Drawer>
    </div>
  );
}
