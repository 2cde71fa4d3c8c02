import { useCallback, useEffect, useState } from 'react';
import { Problem } from '#web/lib/http.ts';
import { readPageImage } from '#web/lib/page-image.ts';
import { toast } from '#web/ui/toasts.tsx';

export interface Image {
  url?: string;
  /** Why there is none: of status 404 where the page has no image. */
  problem?: Problem;
  retry: () => void;
}

/** The page's image as an address of this tab. */
export const usePageImage = (pageId: string): Image => {
  const [state, setState] = useState<Omit<Image, 'retry'> & { asked?: string }>({});
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => setTries((before) => before + 1), []);
  const asked = `${pageId} ${tries}`;
  useEffect(() => {
    const controller = new AbortController();
    let url: string | undefined;
    readPageImage(pageId, controller.signal).then(
      (blob) => {
        if (controller.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setState({ asked, url });
      },
      (cause: unknown) => {
        if (controller.signal.aborted) return;
        if (!(cause instanceof Problem)) throw cause;
        setState({ asked, problem: cause });
        if (cause.status === 404) {
          toast.show("Sorry, but we couldn't find an image for this page", 'warning', { title: 'Error loading image' });
        }
      },
    );
    return () => {
      controller.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [pageId, asked]);
  const { asked: answered, ...image } = state;
  return { ...(answered === asked ? image : {}), retry };
};
