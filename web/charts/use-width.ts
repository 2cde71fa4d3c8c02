import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * What is known of the width of charts before they stand there, in CSS pixels; 0 where nothing is. A chart that measures itself makes the
 * browser lay out everything that was just put on the page, and then again with what the chart draws.
 */
const KnownWidth = createContext(0);

export const KnownWidthProvider = KnownWidth.Provider;

/** Width of an element in CSS pixels; before it is laid out what is known of it, or else 0. */
export const useWidth = <E extends HTMLElement>() => {
  const ref = useRef<E>(null);
  const known = useContext(KnownWidth);
  const [width, setWidth] = useState(known);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    let last = known;
    const measure = (apply: (change: () => void) => void) => {
      const now = element.clientWidth;
      if (now === last) return;
      last = now;
      apply(() => setWidth(now));
    };
    if (known === 0) measure((change) => change());
    // it is told before the first picture too: what was known wrongly is never seen
    const observer = new ResizeObserver(() => measure(flushSync));
    observer.observe(element);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps -- what was known counts until the element is there
  }, []);
  return [ref, width] as const;
};
