import { Button } from '@blueprintjs/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { LastingType } from '#contracts/items/graph-visuals';
import { useFigure, useRemark } from '#web/charts/export/exports.tsx';
import type { Figure } from '#web/charts/export/figure.ts';
import { remarkOn } from '#web/charts/export/remark.ts';
import { showCount } from '#web/lib/numbers.ts';
import type { HistoryOf } from '#web/record/history/history.data.ts';
import { useItemBars, useItemPage } from '#web/record/item/item-reads.ts';
import { ActiveFilter, NothingLine, SectionFrame } from '#web/record/section/section.tsx';
import { Loading } from '#web/ui/faces.tsx';
import { useListPage } from '#web/ui/list-page.ts';
import { GraphFaces } from './graph-faces.tsx';
import { useActiveOnly } from './use-active-only.ts';
import { useSection } from './use-section.tsx';

/** What the chart of such a section is given. */
export interface BarGraphShared<S> {
  patientId: string;
  readOnly: boolean;
  series: readonly S[];
  /** What the section leaves out of the series. */
  leftOut: readonly string[];
  onHistory: (of: HistoryOf) => void;
  onList: () => void;
}

interface Props<S> {
  kind: LastingType;
  patientId: string;
  readOnly: boolean;
  /** What is counted, one and many of them. */
  counted: readonly [string, string];
  /** What is said of what does not last: 'ended'. */
  over: string;
  /** The list on paper. */
  figure: (series: readonly S[], leftOut: readonly string[]) => Figure;
  list: (shown: { active: boolean; onOver: (count: number) => void }) => ReactNode;
  graph: (shown: BarGraphShared<S>) => ReactNode;
}

/** Of a series. */
interface Lasting {
  active: boolean;
  is_probably_over?: true | undefined;
  of_visits?: true | undefined;
  given_doses?: number | undefined;
  is_only_given?: true | undefined;
  unchecked: number;
  asked?: number | undefined;
}

/** A section of a patient with what lasts: its items as bars or as a list, all or only what has not ended. */
export function BarSection<S extends Lasting>(props: Props<S>) {
  const { kind, patientId, readOnly, counted, over, figure, list, graph } = props;
  const series = useItemBars<S>(kind, patientId);
  const { what, view, frame, onHistory, onList, dialog } = useSection(kind, patientId, readOnly);
  const [active, setActive] = useActiveOnly(kind, series);
  const all = series.data?.items;
  // what nobody checked is not over
  const items = useMemo(() => (active ? all?.filter((one) => one.active || one.unchecked > 0) : all), [all, active]);
  const hiddenText = (count: number, probable: number, ofVisits: number, doses: number): string[] => [
    ...(count > probable + ofVisits ? [`${count - probable - ofVisits} ${over}, hidden`] : []),
    ...(probable > 0 ? [`${probable} probably ${over}, hidden`] : []),
    ...(ofVisits > 0 ? [`${ofVisits} of visits, hidden`] : []),
    ...(doses > 0 ? [`${showCount(doses, 'given dose', 'given doses')}, hidden`] : []),
  ];
  const hidden = all?.filter((one) => !items?.includes(one)) ?? [];
  const hides = hiddenText(
    hidden.filter(({ is_only_given }) => !is_only_given).length,
    hidden.filter(({ is_probably_over }) => is_probably_over).length,
    hidden.filter(({ of_visits }) => of_visits).length,
    hidden.reduce((sum, { given_doses = 0 }) => sum + given_doses, 0),
  );
  // the list hides more: what is over of a disease or drug that lasts is a row of its own
  const page = useListPage(kind);
  const listed = useItemPage(
    kind,
    patientId,
    view === 'list' && active !== undefined ? { skip: page.skip, take: page.take, active } : null,
  );
  /** What ended while the list was read stands there, and is not hidden yet. */
  const [stillThere, setStillThere] = useState(0);
  const listedHidden = Math.max((listed.data?.hidden ?? 0) - stillThere, 0);
  const { probably_over = 0, of_visits = 0, given_doses = 0 } = listed.data ?? {};
  const listedDoses = Math.min(given_doses, listedHidden);
  const listedOthers = listedHidden - listedDoses;
  const listedVisits = Math.min(of_visits, listedOthers);
  useFigure(kind, view === 'list' && items?.length ? () => figure(items, hides) : null);
  useRemark(kind, remarkOn(what, series, items?.length, hides));
  return (
    <SectionFrame
      {...frame}
      count={all && all.length > 0 ? showCount(all.length, ...counted) : undefined}
      unchecked={all?.reduce((sum, one) => sum + one.unchecked, 0)}
      asked={all?.reduce((sum, { asked = 0 }) => sum + asked, 0)}
      filter={<ActiveFilter active={active} onActive={setActive} />}
      hides={
        view === 'list' ? hiddenText(listedOthers, Math.min(probably_over, listedOthers - listedVisits), listedVisits, listedDoses) : hides
      }
    >
      {view === 'list' && active === undefined ? (
        <Loading label={`Reading ${what}`} />
      ) : view === 'list' ? (
        list({ active: active === true, onOver: setStillThere })
      ) : (
        <GraphFaces what={what} live={series}>
          {() =>
            items && items.length > 0 ? (
              graph({ patientId, readOnly, series: items, leftOut: hides, onHistory, onList })
            ) : (
              <NothingLine title={`There are no active ${what}`}>
                <Button size="small" text="Show all" onClick={() => setActive(false)} />
              </NothingLine>
            )
          }
        </GraphFaces>
      )}
      {dialog}
    </SectionFrame>
  );
}
