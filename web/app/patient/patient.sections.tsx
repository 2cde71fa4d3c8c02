import { type ComponentType, lazy, memo, Suspense, useCallback, useMemo, useState } from 'react';
import { ITEM_KINDS, type ItemKind, itemKinds } from '#contracts/items/item-kinds';
import { FirstDrawing } from '#web/charts/first-drawing.ts';
import { Overview } from '#web/charts/overview.tsx';
import { knowColors } from '#web/charts/theme-colors.ts';
import type { Timeframe } from '#web/charts/timeframe.ts';
import { KnownWidthProvider } from '#web/charts/use-width.ts';
import styles from '#web/record/graphs/section-graph.module.css';
import { Loading } from '#web/ui/faces.tsx';
import type { SectionDays } from '#web/record/timeline/record-days.ts';

interface SectionProps {
  patientId: string;
  readOnly: boolean;
}

/** A section whose code is on its way from the start: while the record is read there is time for it. */
const section = <K extends string>(code: Promise<Record<K, ComponentType<SectionProps>>>, name: K) => {
  // a failure is shown by the section that needs the code
  code.catch(() => undefined);
  return lazy(async () => ({ default: memo((await code)[name]) }));
};

const CODE: Readonly<Record<ItemKind, ReturnType<typeof section>>> = {
  diagnoses: section(import('#web/features/diagnoses/diagnoses.section.tsx'), 'DiagnosesSection'),
  intakes: section(import('#web/features/intakes/intakes.section.tsx'), 'IntakesSection'),
  'lab-results': section(import('#web/features/lab-results/lab-results.section.tsx'), 'LabResultsSection'),
  examinations: section(import('#web/features/examinations/examinations.section.tsx'), 'ExaminationsSection'),
};

/** Toggles and sections stand in this order. */
export const SECTIONS = ITEM_KINDS.map((name) => ({ name, label: itemKinds[name].titles, Section: CODE[name] }));

interface Props extends SectionProps {
  hidden: ReadonlySet<string>;
  frame: Timeframe;
  /** Everything that places the charts is known: before, they would jump. */
  isReady: boolean;
  /** Every section was read. */
  isRead: boolean;
  lived: readonly SectionDays[];
  /** Days that the strip holds, also before `lived` is known. */
  reach: readonly number[];
}

/** The overview strip and the sections. */
export function PatientSections({ patientId, readOnly, hidden, frame, isReady, isRead, lived, reach }: Props) {
  const lanes = useMemo(
    () => SECTIONS.map(({ name, label }) => ({ label, times: lived.find((one) => one.name === name)?.days ?? [] })),
    [lived],
  );
  const [ruler, widths] = useRuler();
  if (!isReady) {
    return (
      <div ref={ruler}>
        <Loading label="Reading the record" rows={8} />
        <div className={styles.graph}>
          <div />
          <div />
        </div>
      </div>
    );
  }
  return (
    <>
      <KnownWidthProvider value={widths.page}>
        <Overview frame={frame} lanes={lanes} reach={reach} />
      </KnownWidthProvider>
      <KnownWidthProvider value={widths.chart}>
        <FirstDrawing value={!isRead}>
          {SECTIONS.filter(({ name }) => !hidden.has(name)).map(({ name, label, Section }) => (
            <Suspense key={name} fallback={<Loading label={`Opening ${label.toLowerCase()}`} rows={6} />}>
              <Section patientId={patientId} readOnly={readOnly} />
            </Suspense>
          ))}
        </FirstDrawing>
      </KnownWidthProvider>
    </>
  );
}

/**
 * What charts have to ask of the page, asked while there is little on it: what the sections will be as wide as, and the colours of the
 * theme. Afterwards each question would make the browser lay out all that was just put there.
 */
const useRuler = () => {
  const [widths, setWidths] = useState({ page: 0, chart: 0 });
  const ref = useCallback((ruler: HTMLElement | null) => {
    if (!ruler) return undefined;
    knowColors();
    const measure = () => {
      const [page, chart] = [ruler.clientWidth, ruler.lastElementChild?.lastElementChild?.clientWidth ?? 0];
      setWidths((before) => (before.page === page && before.chart === chart ? before : { page, chart }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(ruler);
    return () => observer.disconnect();
  }, []);
  return [ref, widths] as const;
};
