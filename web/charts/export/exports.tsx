import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { Figure, SheetHeader } from './figure.ts';
import { type PrintedSection, PrintedSheets } from './printed-sheets.tsx';
import { notOpened, type Remark } from './remark.ts';

type Make = () => Figure;

/** What a screen offers to be copied, exported and printed. */
interface Exports {
  /** The figure of a section as it is shown now. */
  figure: (id: string) => Figure | undefined;
  header: () => SheetHeader | undefined;
  /** Whose record the screen shows. */
  patientId: string;
  offer: (id: string, make: { current: Make }) => () => void;
  /** Says on paper what a section's data do not. */
  remark: (id: string, remark: Remark) => () => void;
  /** Prints one figure, or all that the screen shows. */
  print: (id?: string) => void;
  /** More than one figure may be shown. */
  isWhole: boolean;
}

const ExportsContext = createContext<Exports | null>(null);

/** What can be taken from this screen; null where nothing is offered. */
export const useExports = (): Exports | null => useContext(ExportsContext);

interface Props {
  patientId: string;
  /** Whose data it is; undefined while that is not known. Asked again for each picture, so that it says when it was taken. */
  header: () => SheetHeader | undefined;
  /** What the screen shows, in the order of paper: whatever becomes of a section, it is said there. `of`: the section that it is printed with. */
  sections: readonly (Pick<Figure, 'id' | 'title'> & { of?: string })[];
  /** Sections that are not shown: said on paper. */
  leftOut?: readonly string[];
  children: ReactNode;
}

const NOTHING: readonly string[] = [];

/** Gathers the figures of a screen. However the browser is asked to print, sheets of these are printed in place of the screen. */
export function ExportsProvider({ patientId, header, sections, leftOut = NOTHING, children }: Props) {
  const offered = useRef(new Map<string, { current: Make }>());
  const remarks = useRef(new Map<string, Remark>());
  const latest = useRef({ header, sections, leftOut });
  useLayoutEffect(() => {
    latest.current = { header, sections, leftOut };
  });
  const wanted = useRef<string>(undefined);
  const [sheets, setSheets] = useState<{ header: SheetHeader; sections: readonly PrintedSection[]; leftOut: readonly string[] }>();

  const isWhole = sections.filter(({ of }) => of === undefined).length > 1;
  const exports = useMemo<Exports>(
    () => ({
      figure: (id) => offered.current.get(id)?.current(),
      header: () => latest.current.header(),
      patientId,
      offer: (id, make) => {
        offered.current.set(id, make);
        return () => {
          if (offered.current.get(id) === make) offered.current.delete(id);
        };
      },
      remark: (id, remark) => {
        remarks.current.set(id, remark);
        return () => {
          if (remarks.current.get(id) === remark) remarks.current.delete(id);
        };
      },
      print: (id) => {
        wanted.current = id;
        window.print();
      },
      isWhole,
    }),
    [isWhole, patientId],
  );

  useEffect(() => {
    let title: string | undefined;
    const before = () => {
      const person = latest.current.header();
      const asked = latest.current.sections.filter(({ id, of }) => wanted.current === undefined || [id, of].includes(wanted.current));
      if (!person) return;
      const printed = asked.map(({ id, title: name }): PrintedSection => {
        const [figure, remark] = [offered.current.get(id)?.current(), remarks.current.get(id)];
        return { id, title: name, figure, remark: remark ?? (figure ? undefined : notOpened) };
      });
      // the browser offers the title as the name of a file, and that names no person
      title ??= document.title;
      document.title = `Anamnesis ${person.day}`;
      const hidden = wanted.current === undefined ? latest.current.leftOut : NOTHING;
      flushSync(() => setSheets({ header: person, sections: printed, leftOut: hidden }));
    };
    const after = () => {
      wanted.current = undefined;
      if (title !== undefined) document.title = title;
      title = undefined;
      setSheets(undefined);
    };
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);

  return (
    <ExportsContext.Provider value={exports}>
      {children}
      {sheets && createPortal(<PrintedSheets {...sheets} />, document.body)}
    </ExportsContext.Provider>
  );
}

/** Offers a figure while it is shown; `make` is called when somebody takes it. */
export const useFigure = (id: string, make: Make | null): void => {
  const exports = useExports();
  const latest = useRef<Make>(() => {
    throw new Error('A figure was asked for before it was there');
  });
  useLayoutEffect(() => {
    if (make) latest.current = make;
  });
  const isOffered = make !== null;
  useLayoutEffect(() => (isOffered && exports ? exports.offer(id, latest) : undefined), [id, isOffered, exports]);
};

/** Says on paper what the data of a section do not: that there are none, or that they could not be read. */
export const useRemark = (id: string, remark: Remark | undefined): void => {
  const exports = useExports();
  const { says, isDoubt } = remark ?? {};
  useLayoutEffect(
    () => (says === undefined || isDoubt === undefined ? undefined : exports?.remark(id, { says, isDoubt })),
    [id, says, isDoubt, exports],
  );
};

/** The same for a screen that offers the figure itself. */
export const Remarked = ({ id, remark }: { id: string; remark: Remark | undefined }) => {
  useRemark(id, remark);
  return null;
};
