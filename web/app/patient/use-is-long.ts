import { useCallback, useState } from 'react';

/** Whether an element is higher than the window: what stands at its bottom is then out of sight at its top. */
export const useIsLong = () => {
  const [isLong, setIsLong] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = () => setIsLong(element.clientHeight > window.innerHeight * 1.2);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isLong] as const;
};
