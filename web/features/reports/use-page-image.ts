import { useEffect, useState } from 'react';
import { http } from '#web/lib/http.ts';
import { toast } from '#web/ui/toasts.tsx';

interface Image {
  url?: string;
  failed: boolean;
}

/** The page's image as an address of this tab; the second try asks for PNG by name, as the documents want. */
export const usePageImage = (pageId: string): Image => {
  const [state, setState] = useState<Image & { page: string }>({ page: pageId, failed: false });
  useEffect(() => {
    const controller = new AbortController();
    let url: string | undefined;
    const ask = (query: string) => http.blob(`/api/files/page/${pageId}${query}`, { signal: controller.signal, quiet: true });
    ask('')
      .catch(() => ask('?extension=png'))
      .then(
        (blob) => {
          url = URL.createObjectURL(blob);
          setState({ page: pageId, url, failed: false });
        },
        () => {
          if (controller.signal.aborted) return;
          setState({ page: pageId, failed: true });
          toast.show("Sorry, but we couldn't find an image for this page", 'warning', { title: 'Error loading image' });
        },
      );
    return () => {
      controller.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [pageId]);
  return state.page === pageId ? state : { failed: false };
};
